//! Nothing: the tests are beside this file.
