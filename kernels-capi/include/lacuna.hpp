// Lacuna 0.1.0 for C++17: the functions of lacuna.h, called with containers, Eigen's matrices, or views of memory.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
// Made by `cargo xtask capi` from kernels-capi/lacuna.hpp.in and the list of kernels: changes belong there.
//
// `lacuna::dot_csr_dense` is `lacuna_dot_csr_dense` of lacuna.h, which describes it, and so for every function:
//
//   std::vector<int> indptr{0, 2, 3}, indices{0, 2, 1};
//   std::vector<float> values{1, 2, 3}, ones{1, 1, 1}, sums(2);
//   lacuna_csr a = lacuna::csr(2, 3, indptr, indices, values);
//   lacuna::dot_csr_dense(a, lacuna::dense(3, 1, ones), lacuna::dense_mut(2, 1, sums));  // sums are 3 and 3
//
// With Eigen, matrices are passed as they are. They are row-major, and a result has its size before the call:
//
//   Eigen::SparseMatrix<float, Eigen::RowMajor> a;
//   Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> b, product(a.rows(), b.cols());
//   lacuna::dot_csr_dense(a, b, product);
//
// An argument is one of these:
// - the struct that lacuna.h names, or a pointer to it; a struct that is written also serves where it is read;
// - for a lacuna_array: anything with contiguous memory, such as std::vector, std::array, std::span, an array of C, or
//   a vector or matrix of Eigen;
// - for a lacuna_csr, lacuna_dense or lacuna_dense_mut: a matrix of Eigen, also a Map, Ref or Block of one;
// - for a lacuna_rows_mut or lacuna_broadcast: dense and row_sparse operands; for a broadcast also a number, or
//   `lacuna::row(v)` and `lacuna::column(v)`;
// - for the address of a number (`const void *`): the number, which is converted to the value type of the call;
// - for the address of a result (`size_t *`, `lacuna_plan *`): a variable, or its address.
//
// A refused call throws `lacuna::error`, and has written nothing where lacuna.h does not say otherwise. `attempt`
// returns the numbers of the error instead: `lacuna::dot_csr_dense.attempt(a, b, c).status` is 0 or the reason. Without
// exceptions (-fno-exceptions), a refused call aborts. Nothing is allocated but the text of an exception.

#ifndef LACUNA_HPP
#define LACUNA_HPP

#include "lacuna.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace lacuna {

/// A number of 16 bits, by its bits: IEEE 754 binary16.
enum class f16 : std::uint16_t {};
/// A number of 16 bits, by its bits: the upper half of a float.
enum class bf16 : std::uint16_t {};

/// Why a call was refused: `what()` is a sentence with the numbers in it.
class error : public std::runtime_error {
 public:
  explicit error(const lacuna_error &numbers) : std::runtime_error(text(numbers)), numbers_(numbers) {}
  error(const lacuna_error &numbers, const char *text) : std::runtime_error(text), numbers_(numbers) {}

  /// The status, the argument and the numbers of the sentence.
  const lacuna_error &numbers() const noexcept { return numbers_; }
  /// Never LACUNA_STATUS_OK.
  lacuna_status status() const noexcept { return static_cast<lacuna_status>(numbers_.status); }

 private:
  static std::string text(const lacuna_error &numbers) {
    std::string text(lacuna_error_text(&numbers, nullptr, 0), '\0');
    lacuna_error_text(&numbers, text.empty() ? nullptr : &text[0], text.size() + 1);
    return text;
  }

  lacuna_error numbers_;
};

namespace detail {

template <class>
inline constexpr bool never = false;

[[noreturn]] inline void refuse(const lacuna_error &numbers, [[maybe_unused]] const char *text = nullptr) {
#if defined(__cpp_exceptions)
  throw text == nullptr ? error(numbers) : error(numbers, text);
#else
  static_cast<void>(numbers);
  std::abort();
#endif
}

/// An error of a matrix of Eigen that has no view.
[[noreturn]] inline void refuse_matrix(lacuna_status status, lacuna_operand operand, const char *text) {
  lacuna_error numbers{};
  numbers.status = status;
  numbers.operand = operand;
  refuse(numbers, text);
}

/// An error of a view: an array has `found` elements instead of `expected`.
[[noreturn]] inline void refuse_length(lacuna_status status, lacuna_operand operand, std::size_t expected, std::size_t found) {
  lacuna_error numbers{};
  numbers.status = status;
  numbers.operand = operand;
  numbers.fault = LACUNA_FAULT_ELEMENTS;
  numbers.expected = static_cast<std::int64_t>(expected);
  numbers.found = static_cast<std::int64_t>(found);
  refuse(numbers);
}

/// What a container holds, without `const`.
template <class Container>
using element = std::remove_cv_t<std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>>;
/// Whether its elements may be written.
template <class Container, class = void>
inline constexpr bool writable = false;
template <class Container>
inline constexpr bool writable<Container, std::void_t<decltype(std::data(std::declval<Container &>()))>> =
    !std::is_const_v<std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>>;

template <class Container, class = void>
inline constexpr bool is_contiguous = false;
template <class Container>
inline constexpr bool is_contiguous<
    Container, std::void_t<decltype(std::data(std::declval<Container &>())), decltype(std::size(std::declval<Container &>()))>> =
    true;

/// A dense matrix or vector of Eigen.
template <class Matrix, class = void>
inline constexpr bool is_eigen_dense = false;
template <class Matrix>
inline constexpr bool is_eigen_dense<
    Matrix, std::void_t<decltype(std::declval<Matrix &>().data()), decltype(std::declval<Matrix &>().outerStride()),
                        decltype(std::declval<Matrix &>().innerStride()), decltype(Matrix::ColsAtCompileTime)>> = true;

/// A sparse matrix of Eigen.
template <class Matrix, class = void>
inline constexpr bool is_eigen_sparse = false;
template <class Matrix>
inline constexpr bool is_eigen_sparse<
    Matrix, std::void_t<decltype(std::declval<Matrix &>().outerIndexPtr()), decltype(std::declval<Matrix &>().valuePtr())>> = true;

}  // namespace detail

/// The `lacuna_type` of a type of C++.
template <class T>
constexpr lacuna_type type_of() {
  using Plain = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<Plain, float>) {
    return LACUNA_TYPE_F32;
  } else if constexpr (std::is_same_v<Plain, double>) {
    return LACUNA_TYPE_F64;
  } else if constexpr (std::is_same_v<Plain, f16>) {
    return LACUNA_TYPE_F16;
  } else if constexpr (std::is_same_v<Plain, bf16>) {
    return LACUNA_TYPE_BF16;
  } else if constexpr (std::is_integral_v<Plain> && !std::is_same_v<Plain, bool> && std::is_signed_v<Plain> && sizeof(Plain) == 1) {
    return LACUNA_TYPE_I8;
  } else if constexpr (std::is_integral_v<Plain> && !std::is_same_v<Plain, bool> && sizeof(Plain) == 1) {
    return LACUNA_TYPE_U8;
  } else if constexpr (std::is_integral_v<Plain> && std::is_signed_v<Plain> && sizeof(Plain) == 4) {
    return LACUNA_TYPE_I32;
  } else if constexpr (std::is_integral_v<Plain> && std::is_signed_v<Plain> && sizeof(Plain) == 8) {
    return LACUNA_TYPE_I64;
  } else if constexpr (std::is_integral_v<Plain> && sizeof(Plain) == 4) {
    return LACUNA_TYPE_U32;
  } else {
    static_assert(detail::never<T>, "Lacuna has float, double, lacuna::f16, lacuna::bf16 and integers of 8, 32 and 64 bits");
  }
}

// Views of memory, which nobody owns: the memory must stay where it is as long as a view of it is used. They check
// the lengths of what they are given, and throw `lacuna::error`. What the arrays hold is checked by each call.

/// A csr matrix: `rows + 1` pointers, and as many columns as values.
template <class Indptr, class Indices, class Values>
lacuna_csr csr(std::size_t rows, std::size_t columns, const Indptr &indptr, const Indices &indices, const Values &values) {
  static_assert(std::is_same_v<detail::element<const Indptr>, detail::element<const Indices>>, "indptr and indices have one type");
  if (std::size(indptr) != rows + 1) {
    detail::refuse_length(LACUNA_STATUS_CSR_SHAPE, LACUNA_OPERAND_INDPTR, rows + 1, std::size(indptr));
  }
  if (std::size(indices) != std::size(values)) {
    detail::refuse_length(LACUNA_STATUS_CSR_SHAPE, LACUNA_OPERAND_VALUES, std::size(indices), std::size(values));
  }
  lacuna_csr view{};
  view.value_type = type_of<detail::element<const Values>>();
  view.index_type = type_of<detail::element<const Indices>>();
  view.rows = rows;
  view.columns = columns;
  view.nnz = std::size(values);
  view.indptr = std::data(indptr);
  view.indices = std::data(indices);
  view.values = std::data(values);
  return view;
}

/// A csr matrix of a known `indptr` whose columns and values are written.
template <class Indptr, class Indices, class Values>
lacuna_csr_mut csr_mut(std::size_t rows, std::size_t columns, const Indptr &indptr, Indices &&indices, Values &&values) {
  static_assert(detail::writable<Indices> && detail::writable<Values>, "columns and values are written");
  const lacuna_csr read = csr(rows, columns, indptr, indices, values);
  lacuna_csr_mut view{};
  view.value_type = read.value_type;
  view.index_type = read.index_type;
  view.rows = rows;
  view.columns = columns;
  view.nnz = read.nnz;
  view.indptr = read.indptr;
  view.indices = std::data(indices);
  view.values = std::data(values);
  return view;
}

/// The pattern of a csr, without values.
template <class Indptr, class Indices>
lacuna_csr pattern(std::size_t rows, std::size_t columns, const Indptr &indptr, const Indices &indices, lacuna_type value_type) {
  lacuna_csr view = csr(rows, columns, indptr, indices, indices);
  view.value_type = value_type;
  view.values = nullptr;
  return view;
}

/// A dense matrix. Its rows start `stride` elements apart; without one, they follow each other.
template <class Data>
lacuna_dense dense(std::size_t rows, std::size_t columns, const Data &data, std::size_t stride = 0) {
  stride = stride == 0 ? columns : stride;
  // Of a product that does not fit, the call itself says so.
  const std::size_t least = rows == 0 || columns == 0 ? 0 : (rows - 1) * stride + columns;
  if (std::size(data) < least) {
    detail::refuse_length(LACUNA_STATUS_DENSE_SHAPE, LACUNA_OPERAND_DATA, least, std::size(data));
  }
  lacuna_dense view{};
  view.value_type = type_of<detail::element<const Data>>();
  view.rows = rows;
  view.columns = columns;
  view.stride = stride;
  view.data = std::data(data);
  return view;
}

/// A dense matrix that is written.
template <class Data>
lacuna_dense_mut dense_mut(std::size_t rows, std::size_t columns, Data &&data, std::size_t stride = 0) {
  static_assert(detail::writable<Data>, "the elements are written");
  const lacuna_dense read = dense(rows, columns, data, stride);
  lacuna_dense_mut view{};
  view.value_type = read.value_type;
  view.rows = rows;
  view.columns = columns;
  view.stride = read.stride;
  view.data = std::data(data);
  return view;
}

/// A row_sparse matrix of `rows` rows of `row_length` elements, of which those of `indices` are stored.
template <class Indices, class Data>
lacuna_row_sparse row_sparse(std::size_t rows, std::size_t row_length, const Indices &indices, const Data &data) {
  if (std::size(data) != std::size(indices) * row_length) {
    detail::refuse_length(LACUNA_STATUS_ROW_SPARSE_SHAPE, LACUNA_OPERAND_DATA, std::size(indices) * row_length, std::size(data));
  }
  lacuna_row_sparse view{};
  view.value_type = type_of<detail::element<const Data>>();
  view.index_type = type_of<detail::element<const Indices>>();
  view.rows = rows;
  view.row_length = row_length;
  view.stored_rows = std::size(indices);
  view.indices = std::data(indices);
  view.data = std::data(data);
  return view;
}

/// A row_sparse matrix of known `indices` whose values are written.
template <class Indices, class Data>
lacuna_row_sparse_mut row_sparse_mut(std::size_t rows, std::size_t row_length, const Indices &indices, Data &&data) {
  static_assert(detail::writable<Data>, "the elements are written");
  const lacuna_row_sparse read = row_sparse(rows, row_length, indices, data);
  lacuna_row_sparse_mut view{};
  view.value_type = read.value_type;
  view.index_type = read.index_type;
  view.rows = rows;
  view.row_length = row_length;
  view.stored_rows = read.stored_rows;
  view.indices = read.indices;
  view.data = std::data(data);
  return view;
}

/// Where a plan of at most `std::size(ids)` terms is written; `segments` has one element more.
template <class Ids, class Segments, class Rows, class Entries>
lacuna_plan_buffers plan_buffers(Ids &ids, Segments &segments, Rows &rows, Entries &entries) {
  using Index = detail::element<Ids>;
  static_assert(std::is_same_v<Index, detail::element<Segments>> && std::is_same_v<Index, detail::element<Rows>> &&
                    std::is_same_v<Index, detail::element<Entries>>,
                "the arrays of a plan have one type");
  lacuna_plan_buffers view{};
  view.index_type = type_of<Index>();
  view.ids = std::data(ids);
  view.ids_length = std::size(ids);
  view.segments = std::data(segments);
  view.segments_length = std::size(segments);
  view.rows = std::data(rows);
  view.rows_length = std::size(rows);
  view.entries = std::data(entries);
  view.entries_length = std::size(entries);
  return view;
}

namespace detail {

template <class Data>
lacuna_broadcast broadcast(lacuna_form form, std::size_t rows, std::size_t row_length, const Data &data) {
  lacuna_broadcast view{};
  view.value_type = type_of<element<const Data>>();
  view.form = form;
  view.rows = rows;
  view.row_length = row_length;
  view.data = std::data(data);
  return view;
}

}  // namespace detail

/// A row that is brought to each row of a result.
template <class Data>
lacuna_broadcast row(const Data &data) {
  return detail::broadcast(LACUNA_FORM_ROW, 0, std::size(data), data);
}

/// A column that is brought to each column of a result.
template <class Data>
lacuna_broadcast column(const Data &data) {
  return detail::broadcast(LACUNA_FORM_COLUMN, std::size(data), 0, data);
}

// How an argument becomes the struct that a call takes. `view<Struct>(argument)` is found for each pair that there is.

namespace detail {

template <class Struct>
struct tag {};

template <class Struct>
Struct view(tag<Struct>, const Struct &given) {
  return given;
}

inline lacuna_csr view(tag<lacuna_csr>, const lacuna_csr_mut &given) {
  return {given.value_type, given.index_type, given.trusted, given.rows, given.columns, given.nnz, given.indptr, given.indices, given.values};
}

inline lacuna_dense view(tag<lacuna_dense>, const lacuna_dense_mut &given) {
  return {given.value_type, given.rows, given.columns, given.stride, given.data};
}

inline lacuna_row_sparse view(tag<lacuna_row_sparse>, const lacuna_row_sparse_mut &given) {
  return {given.value_type,  given.index_type, given.trusted, given.rows, given.row_length,
          given.stored_rows, given.first_row,  given.indices, given.data};
}

inline lacuna_array view(tag<lacuna_array>, const lacuna_array_mut &given) {
  return {given.element_type, given.length, given.data};
}

inline lacuna_rows_mut view(tag<lacuna_rows_mut>, const lacuna_dense_mut &given) {
  lacuna_rows_mut view{};
  view.value_type = given.value_type;
  view.storage = LACUNA_STORAGE_DENSE;
  view.rows = given.rows;
  view.row_length = given.columns;
  view.stride = given.stride;
  view.data = given.data;
  return view;
}

inline lacuna_rows_mut view(tag<lacuna_rows_mut>, const lacuna_row_sparse_mut &given) {
  lacuna_rows_mut view{};
  view.value_type = given.value_type;
  view.index_type = given.index_type;
  view.storage = LACUNA_STORAGE_ROW_SPARSE;
  view.trusted = given.trusted;
  view.rows = given.rows;
  view.row_length = given.row_length;
  view.stored_rows = given.stored_rows;
  view.first_row = given.first_row;
  view.indices = given.indices;
  view.data = given.data;
  return view;
}

inline lacuna_broadcast view(tag<lacuna_broadcast>, const lacuna_dense &given) {
  lacuna_broadcast view{};
  view.value_type = given.value_type;
  view.form = LACUNA_FORM_DENSE;
  view.rows = given.rows;
  view.row_length = given.columns;
  view.stride = given.stride;
  view.data = given.data;
  return view;
}

inline lacuna_broadcast view(tag<lacuna_broadcast>, const lacuna_row_sparse &given) {
  lacuna_broadcast view{};
  view.value_type = given.value_type;
  view.index_type = given.index_type;
  view.form = LACUNA_FORM_ROW_SPARSE;
  view.trusted = given.trusted;
  view.rows = given.rows;
  view.row_length = given.row_length;
  view.stored_rows = given.stored_rows;
  view.first_row = given.first_row;
  view.indices = given.indices;
  view.data = given.data;
  return view;
}

inline lacuna_broadcast view(tag<lacuna_broadcast>, const lacuna_dense_mut &given) {
  return view(tag<lacuna_broadcast>{}, view(tag<lacuna_dense>{}, given));
}

inline lacuna_broadcast view(tag<lacuna_broadcast>, const lacuna_row_sparse_mut &given) {
  return view(tag<lacuna_broadcast>{}, view(tag<lacuna_row_sparse>{}, given));
}

/// The elements of a container, or of a matrix of Eigen in the order of memory.
template <class View, class Container>
View elements(Container &given) {
  View view{};
  if constexpr (is_eigen_dense<Container>) {
    static_assert(Container::ColsAtCompileTime == 1 || Container::RowsAtCompileTime == 1 || Container::IsRowMajor,
                  "a matrix is row-major: Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>");
    const auto wide = given.rows() > 1 && given.cols() > 1;
    if (given.size() > 1 && (given.innerStride() != 1 || (wide && given.outerStride() != given.cols()))) {
      refuse_matrix(LACUNA_STATUS_DENSE_STRIDE, LACUNA_OPERAND_DATA, "there are gaps between the elements of a matrix that counts as an array");
    }
    view.element_type = type_of<std::remove_cv_t<std::remove_pointer_t<decltype(given.data())>>>();
    view.length = static_cast<std::size_t>(given.size());
    view.data = given.data();
  } else {
    view.element_type = type_of<element<Container>>();
    view.length = std::size(given);
    view.data = std::data(given);
  }
  return view;
}

template <class Container, class = std::enable_if_t<is_contiguous<const Container> || is_eigen_dense<const Container>>>
lacuna_array view(tag<lacuna_array>, const Container &given) {
  return elements<lacuna_array>(given);
}

template <class Container, class = std::enable_if_t<(is_contiguous<Container> || is_eigen_dense<Container>) && writable<Container>>>
lacuna_array_mut view(tag<lacuna_array_mut>, Container &given) {
  return elements<lacuna_array_mut>(given);
}

/// A matrix of Eigen, row after row.
template <class View, class Matrix>
View matrix(Matrix &given) {
  static_assert(Matrix::IsRowMajor || Matrix::ColsAtCompileTime == 1,
                "a matrix is row-major: Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>");
  View view{};
  view.value_type = type_of<std::remove_cv_t<std::remove_pointer_t<decltype(given.data())>>>();
  view.rows = static_cast<std::size_t>(given.rows());
  view.columns = static_cast<std::size_t>(given.cols());
  if constexpr (Matrix::IsRowMajor) {
    if (given.cols() > 1 && given.innerStride() != 1) {
      refuse_matrix(LACUNA_STATUS_DENSE_STRIDE, LACUNA_OPERAND_DATA, "there are gaps between the elements of a row of a matrix");
    }
    view.stride = static_cast<std::size_t>(given.rows() > 1 ? given.outerStride() : given.cols());
  } else {
    view.stride = static_cast<std::size_t>(given.innerStride());
  }
  view.data = given.data();
  return view;
}

template <class Matrix, class = std::enable_if_t<is_eigen_dense<const Matrix>>>
lacuna_dense view(tag<lacuna_dense>, const Matrix &given) {
  return matrix<lacuna_dense>(given);
}

template <class Matrix, class = std::enable_if_t<is_eigen_dense<Matrix> && writable<Matrix>>>
lacuna_dense_mut view(tag<lacuna_dense_mut>, Matrix &given) {
  return matrix<lacuna_dense_mut>(given);
}

template <class Matrix, class = std::enable_if_t<is_eigen_dense<Matrix> && writable<Matrix>>>
lacuna_rows_mut view(tag<lacuna_rows_mut>, Matrix &given) {
  return view(tag<lacuna_rows_mut>{}, matrix<lacuna_dense_mut>(given));
}

template <class Matrix, class = std::enable_if_t<is_eigen_dense<const Matrix>>, class = void>
lacuna_broadcast view(tag<lacuna_broadcast>, const Matrix &given) {
  return view(tag<lacuna_broadcast>{}, matrix<lacuna_dense>(given));
}

/// The arrays of a sparse matrix of Eigen, which are those of a csr of `rows` rows.
template <class Matrix>
lacuna_csr compressed(const Matrix &given, std::size_t rows, std::size_t columns) {
  if (!given.isCompressed()) {
    refuse_matrix(LACUNA_STATUS_CSR_SHAPE, LACUNA_OPERAND_INDPTR, "a sparse matrix is not compressed: makeCompressed() does that");
  }
  lacuna_csr view{};
  view.value_type = type_of<std::remove_pointer_t<decltype(given.valuePtr())>>();
  view.index_type = type_of<std::remove_pointer_t<decltype(given.outerIndexPtr())>>();
  view.rows = rows;
  view.columns = columns;
  view.nnz = static_cast<std::size_t>(given.nonZeros());
  view.indptr = given.outerIndexPtr();
  view.indices = given.innerIndexPtr();
  view.values = given.valuePtr();
  return view;
}

template <class Matrix, class = std::enable_if_t<is_eigen_sparse<const Matrix>>>
lacuna_csr view(tag<lacuna_csr>, const Matrix &given) {
  static_assert(Matrix::IsRowMajor, "a csr is row-major: Eigen::SparseMatrix<T, Eigen::RowMajor>, or lacuna::transposed(matrix)");
  return compressed(given, static_cast<std::size_t>(given.rows()), static_cast<std::size_t>(given.cols()));
}

/// The value type of an argument that names one; 0 of others.
template <class T>
auto value_type(const T &given, int) -> decltype(given.value_type) {
  return given.value_type;
}
template <class T>
auto value_type(const T &given, int) -> decltype(given.element_type) {
  return given.element_type;
}
template <class T>
std::uint32_t value_type(const T &, long) {
  return 0;
}

/// A number, which becomes one of the value type of its call.
class number {
 public:
  number() = default;
  template <class T>
  explicit number(T given) {
    if constexpr (std::is_same_v<T, f16> || std::is_same_v<T, bf16>) {
      own_type_ = type_of<T>();
      whole_ = static_cast<std::int64_t>(static_cast<std::uint16_t>(given));
    } else if constexpr (std::is_integral_v<T>) {
      static_assert(sizeof(T) < 8 || std::is_signed_v<T>, "a number of 64 bits without a sign may not fit");
      is_whole_ = true;
      whole_ = static_cast<std::int64_t>(given);
    } else {
      value_ = static_cast<double>(given);
    }
  }

  /// Whether there is such a number of this type; a double where no operand has a value type.
  bool settle(std::uint32_t type) {
    if (own_type_ != 0) {
      return own_type_ == type && write(static_cast<std::uint16_t>(whole_));
    }
    if (type == 0 || type == LACUNA_TYPE_F64) {
      return write(is_whole_ ? static_cast<double>(whole_) : value_);
    }
    if (type == LACUNA_TYPE_F32) {
      return write(is_whole_ ? static_cast<float>(whole_) : static_cast<float>(value_));
    }
    if (!is_whole_) {
      if (!(value_ >= -9007199254740992.0 && value_ <= 9007199254740992.0)) return false;
      whole_ = static_cast<std::int64_t>(value_);
      if (!(static_cast<double>(whole_) >= value_ && static_cast<double>(whole_) <= value_)) return false;
    }
    switch (type) {
      case LACUNA_TYPE_I8:
        return whole_ >= INT8_MIN && whole_ <= INT8_MAX && write(static_cast<std::int8_t>(whole_));
      case LACUNA_TYPE_U8:
        return whole_ >= 0 && whole_ <= UINT8_MAX && write(static_cast<std::uint8_t>(whole_));
      case LACUNA_TYPE_I32:
        return whole_ >= INT32_MIN && whole_ <= INT32_MAX && write(static_cast<std::int32_t>(whole_));
      case LACUNA_TYPE_I64:
        return write(whole_);
      default:
        // Numbers of 16 bits are given by their bits.
        return false;
    }
  }

  const void *address() const { return memory_; }

 private:
  template <class T>
  bool write(T settled) {
    std::memcpy(memory_, &settled, sizeof settled);
    return true;
  }

  double value_ = 0;
  std::int64_t whole_ = 0;
  bool is_whole_ = false;
  std::uint32_t own_type_ = 0;
  alignas(8) unsigned char memory_[8] = {};
};

template <class T>
inline constexpr bool is_number =
    (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || std::is_same_v<T, f16> || std::is_same_v<T, bf16>;

/// What is passed for a parameter, as long as the call takes: sizes, texts, results.
template <class Parameter, class = void>
class argument {
 public:
  template <class T>
  explicit argument(T &given) : value_(convert(given)) {}

  std::uint32_t type() const { return 0; }
  bool settle(std::uint32_t) const { return true; }
  Parameter get() const { return value_; }

 private:
  template <class T>
  static Parameter convert(T &given) {
    if constexpr (std::is_arithmetic_v<Parameter> && std::is_enum_v<T>) {
      return static_cast<Parameter>(given);
    } else if constexpr (std::is_arithmetic_v<Parameter> == std::is_arithmetic_v<T> && std::is_convertible_v<T &, Parameter>) {
      return static_cast<Parameter>(given);
    } else if constexpr (std::is_pointer_v<Parameter> && std::is_convertible_v<T *, Parameter> && !std::is_pointer_v<T>) {
      return &given;
    } else {
      static_assert(never<T>, "this call takes something else here: see lacuna.h");
    }
  }

  Parameter value_;
};

/// The address of a number.
template <>
class argument<const void *> {
 public:
  template <class T>
  explicit argument(T &given) {
    if constexpr (is_number<std::remove_cv_t<T>>) {
      number_ = number(given);
    } else {
      static_assert(std::is_convertible_v<T &, const void *>, "this call takes a number here: see lacuna.h");
      pointer_ = given;
      is_pointer_ = true;
    }
  }

  std::uint32_t type() const { return 0; }
  bool settle(std::uint32_t type) { return is_pointer_ || number_.settle(type); }
  const void *get() const { return is_pointer_ ? pointer_ : number_.address(); }

 private:
  number number_;
  const void *pointer_ = nullptr;
  bool is_pointer_ = false;
};

template <class Struct, class T, class = void>
inline constexpr bool has_view = false;
template <class Struct, class T>
inline constexpr bool has_view<Struct, T, std::void_t<decltype(view(tag<Struct>{}, std::declval<T &>()))>> = true;

/// A struct that the call reads, or what it is made of.
template <class Struct>
class argument<const Struct *, std::enable_if_t<std::is_class_v<Struct>>> {
 public:
  template <class T>
  explicit argument(T &given) {
    if constexpr (std::is_convertible_v<T &, const Struct *>) {
      // Nothing is copied: it may be the first of a list.
      pointer_ = given;
      is_pointer_ = true;
    } else if constexpr (std::is_same_v<Struct, lacuna_broadcast> && is_number<std::remove_cv_t<T>>) {
      number_ = number(given);
      is_number_ = true;
    } else {
      static_assert(has_view<Struct, T>, "this call takes something else here, or something that may be written: see lacuna.h");
      value_ = view(tag<Struct>{}, given);
    }
  }

  std::uint32_t type() const {
    if (is_pointer_) return pointer_ == nullptr ? 0 : value_type(*pointer_, 0);
    return value_type(value_, 0);
  }
  bool settle([[maybe_unused]] std::uint32_t type) {
    if constexpr (std::is_same_v<Struct, lacuna_broadcast>) {
      if (is_number_) {
        value_.value_type = type;
        value_.form = LACUNA_FORM_SCALAR;
        value_.data = number_.address();
        return number_.settle(type);
      }
    }
    return true;
  }
  const Struct *get() const { return is_pointer_ ? pointer_ : &value_; }

 private:
  Struct value_{};
  const Struct *pointer_ = nullptr;
  number number_;
  bool is_pointer_ = false, is_number_ = false;
};

template <class Function>
struct signature;
template <class... Parameter>
struct signature<lacuna_status (*)(Parameter...)> {
  static constexpr std::size_t count = sizeof...(Parameter) - 1;
  template <std::size_t At>
  using parameter = std::tuple_element_t<At, std::tuple<Parameter...>>;
};

/// A function of lacuna.h. Of some, no operand has a value type.
template <auto Function, bool HasValues = true>
class call {
  using Signature = signature<decltype(Function)>;

 public:
  /// Calls it; throws `lacuna::error` if it is refused.
  template <class... Given>
  void operator()(Given &&...given) const {
    static_assert(sizeof...(Given) == Signature::count, "this call has another number of arguments: see lacuna.h");
    const lacuna_error numbers = run(std::index_sequence_for<Given...>{}, given...);
    if (numbers.status != LACUNA_STATUS_OK) refuse(numbers);
  }

  /// Calls it, and returns the numbers of the error; their status is LACUNA_STATUS_OK if there is none.
  template <class... Given>
  lacuna_error attempt(Given &&...given) const {
    static_assert(sizeof...(Given) == Signature::count, "this call has another number of arguments: see lacuna.h");
#if defined(__cpp_exceptions)
    try {
      return run(std::index_sequence_for<Given...>{}, given...);
    } catch (const error &refused) {
      // Of an argument that is not what it must be.
      return refused.numbers();
    }
#else
    return run(std::index_sequence_for<Given...>{}, given...);
#endif
  }

 private:
  template <std::size_t... At, class... Given>
  static lacuna_error run(std::index_sequence<At...>, Given &...given) {
    std::tuple<argument<typename Signature::template parameter<At>>...> arguments{given...};
    std::uint32_t type = 0;
    if constexpr (HasValues) static_cast<void>(((type = std::get<At>(arguments).type()) || ...));
    lacuna_error numbers{};
    std::uint32_t place = 0;
    // The first number that the value type of the call cannot hold.
    const bool settled = ((++place, std::get<At>(arguments).settle(type)) && ...);
    if (!settled) {
      numbers.status = LACUNA_STATUS_TYPE;
      numbers.argument = place;
      numbers.expected = type;
      return numbers;
    }
    const lacuna_status status = Function(std::get<At>(arguments).get()..., &numbers);
    numbers.status = status;
    return numbers;
  }
};

}  // namespace detail

// The functions of lacuna.h.
inline constexpr detail::call<lacuna_dot_transpose_plan> dot_transpose_plan{};
inline constexpr detail::call<lacuna_dot_transpose_plan_row_sparse> dot_transpose_plan_row_sparse{};
inline constexpr detail::call<lacuna_dot_block_ends> dot_block_ends{};
inline constexpr detail::call<lacuna_dot_block_ends_row_sparse> dot_block_ends_row_sparse{};
inline constexpr detail::call<lacuna_dot_sell_plan> dot_sell_plan{};
inline constexpr detail::call<lacuna_dot_sell_plan_transposed> dot_sell_plan_transposed{};
inline constexpr detail::call<lacuna_dot_csr_csr_row_nnz> dot_csr_csr_row_nnz{};
inline constexpr detail::call<lacuna_dot_csr_csr_indices> dot_csr_csr_indices{};
inline constexpr detail::call<lacuna_dot_occurring_columns> dot_occurring_columns{};
inline constexpr detail::call<lacuna_dot_transpose> dot_transpose{};
inline constexpr detail::call<lacuna_cast_cast> cast_cast{};
inline constexpr detail::call<lacuna_cast_dense_row_nnz> cast_dense_row_nnz{};
inline constexpr detail::call<lacuna_cast_accumulate_indptr, false> cast_accumulate_indptr{};
inline constexpr detail::call<lacuna_cast_dense_row_ids> cast_dense_row_ids{};
inline constexpr detail::call<lacuna_rows_retain_ids> rows_retain_ids{};
inline constexpr detail::call<lacuna_binary_csr_union_nnz> binary_csr_union_nnz{};
inline constexpr detail::call<lacuna_binary_csr_intersection_nnz> binary_csr_intersection_nnz{};
inline constexpr detail::call<lacuna_binary_rows_intersection_ids> binary_rows_intersection_ids{};
inline constexpr detail::call<lacuna_rows_coalesce_plan> rows_coalesce_plan{};
inline constexpr detail::call<lacuna_embedding_bag_plan> embedding_bag_plan{};
inline constexpr detail::call<lacuna_rows_add_n_ids> rows_add_n_ids{};
inline constexpr detail::call<lacuna_slice_take_indptr> slice_take_indptr{};
inline constexpr detail::call<lacuna_slice_columns_indptr> slice_columns_indptr{};
inline constexpr detail::call<lacuna_slice_add_row_nnz> slice_add_row_nnz{};
inline constexpr detail::call<lacuna_slice_prune_indptr> slice_prune_indptr{};
inline constexpr detail::call<lacuna_slice_prune_ids> slice_prune_ids{};
inline constexpr detail::call<lacuna_slice_canonical_coo, false> slice_canonical_coo{};
inline constexpr detail::call<lacuna_slice_canonical_csr> slice_canonical_csr{};
inline constexpr detail::call<lacuna_graph_subgraph_indptr> graph_subgraph_indptr{};
inline constexpr detail::call<lacuna_graph_sample_indptr> graph_sample_indptr{};
inline constexpr detail::call<lacuna_random_log_uniform_unique, false> random_log_uniform_unique{};
inline constexpr detail::call<lacuna_random_uniform_pattern, false> random_uniform_pattern{};
inline constexpr detail::call<lacuna_random_row_ids, false> random_row_ids{};
inline constexpr detail::call<lacuna_random_power_law_pattern, false> random_power_law_pattern{};
inline constexpr detail::call<lacuna_dot_csr_dense> dot_csr_dense{};
inline constexpr detail::call<lacuna_dot_csr_row_sparse> dot_csr_row_sparse{};
inline constexpr detail::call<lacuna_dot_csr_t_dense> dot_csr_t_dense{};
inline constexpr detail::call<lacuna_dot_csr_t_dense_to_dense> dot_csr_t_dense_to_dense{};
inline constexpr detail::call<lacuna_dot_csr_t_row_sparse> dot_csr_t_row_sparse{};
inline constexpr detail::call<lacuna_dot_csr_t_dense_scatter> dot_csr_t_dense_scatter{};
inline constexpr detail::call<lacuna_dot_csr_t_column> dot_csr_t_column{};
inline constexpr detail::call<lacuna_dot_csr_t_row_sparse_scatter> dot_csr_t_row_sparse_scatter{};
inline constexpr detail::call<lacuna_dot_sell_column> dot_sell_column{};
inline constexpr detail::call<lacuna_dot_csr_csr> dot_csr_csr{};
inline constexpr detail::call<lacuna_dot_dense_csr> dot_dense_csr{};
inline constexpr detail::call<lacuna_dot_dense_csr_t> dot_dense_csr_t{};
inline constexpr detail::call<lacuna_dot_dense_row_sparse_t> dot_dense_row_sparse_t{};
inline constexpr detail::call<lacuna_dot_dense_dense> dot_dense_dense{};
inline constexpr detail::call<lacuna_dot_dense_t_dense> dot_dense_t_dense{};
inline constexpr detail::call<lacuna_dot_dense_dense_t> dot_dense_dense_t{};
inline constexpr detail::call<lacuna_dot_sddmm> dot_sddmm{};
inline constexpr detail::call<lacuna_cast_dense_to_csr> cast_dense_to_csr{};
inline constexpr detail::call<lacuna_cast_dense_to_csr_one_pass> cast_dense_to_csr_one_pass{};
inline constexpr detail::call<lacuna_cast_csr_to_dense> cast_csr_to_dense{};
inline constexpr detail::call<lacuna_cast_dense_to_row_sparse> cast_dense_to_row_sparse{};
inline constexpr detail::call<lacuna_cast_row_sparse_to_dense> cast_row_sparse_to_dense{};
inline constexpr detail::call<lacuna_rows_retain> rows_retain{};
inline constexpr detail::call<lacuna_rows_coalesce> rows_coalesce{};
inline constexpr detail::call<lacuna_rows_add_n> rows_add_n{};
inline constexpr detail::call<lacuna_rows_permute> rows_permute{};
inline constexpr detail::call<lacuna_slice_take> slice_take{};
inline constexpr detail::call<lacuna_slice_columns> slice_columns{};
inline constexpr detail::call<lacuna_slice_concat> slice_concat{};
inline constexpr detail::call<lacuna_slice_prune> slice_prune{};
inline constexpr detail::call<lacuna_slice_select> slice_select{};
inline constexpr detail::call<lacuna_slice_select_x_gradient> slice_select_x_gradient{};
inline constexpr detail::call<lacuna_slice_select_y_gradient> slice_select_y_gradient{};
inline constexpr detail::call<lacuna_slice_diagonal> slice_diagonal{};
inline constexpr detail::call<lacuna_embedding_lookup> embedding_lookup{};
inline constexpr detail::call<lacuna_embedding_lookup_row_sparse> embedding_lookup_row_sparse{};
inline constexpr detail::call<lacuna_embedding_bag_sum> embedding_bag_sum{};
inline constexpr detail::call<lacuna_embedding_bag_mean> embedding_bag_mean{};
inline constexpr detail::call<lacuna_embedding_bag_shares> embedding_bag_shares{};
inline constexpr detail::call<lacuna_embedding_bag_max> embedding_bag_max{};
inline constexpr detail::call<lacuna_embedding_bag_max_gradient> embedding_bag_max_gradient{};
inline constexpr detail::call<lacuna_optim_sgd> optim_sgd{};
inline constexpr detail::call<lacuna_optim_sgd_momentum> optim_sgd_momentum{};
inline constexpr detail::call<lacuna_optim_nag> optim_nag{};
inline constexpr detail::call<lacuna_optim_adagrad> optim_adagrad{};
inline constexpr detail::call<lacuna_optim_adam> optim_adam{};
inline constexpr detail::call<lacuna_optim_adamw> optim_adamw{};
inline constexpr detail::call<lacuna_optim_ftrl> optim_ftrl{};
inline constexpr detail::call<lacuna_optim_adamax> optim_adamax{};
inline constexpr detail::call<lacuna_optim_nadam> optim_nadam{};
inline constexpr detail::call<lacuna_optim_adadelta> optim_adadelta{};
inline constexpr detail::call<lacuna_optim_adagrad_l2> optim_adagrad_l2{};
inline constexpr detail::call<lacuna_optim_ftml> optim_ftml{};
inline constexpr detail::call<lacuna_optim_rmsprop> optim_rmsprop{};
inline constexpr detail::call<lacuna_optim_rmsprop_centered> optim_rmsprop_centered{};
inline constexpr detail::call<lacuna_optim_sign_sgd> optim_sign_sgd{};
inline constexpr detail::call<lacuna_optim_signum> optim_signum{};
inline constexpr detail::call<lacuna_optim_lamb_direction> optim_lamb_direction{};
inline constexpr detail::call<lacuna_optim_group_adagrad> optim_group_adagrad{};
inline constexpr detail::call<lacuna_optim_row_adagrad> optim_row_adagrad{};
inline constexpr detail::call<lacuna_optim_row_rmsprop> optim_row_rmsprop{};
inline constexpr detail::call<lacuna_optim_row_adam> optim_row_adam{};
inline constexpr detail::call<lacuna_optim_row_lamb> optim_row_lamb{};
inline constexpr detail::call<lacuna_optim_lamb> optim_lamb{};
inline constexpr detail::call<lacuna_optim_lars> optim_lars{};
inline constexpr detail::call<lacuna_map_abs> map_abs{};
inline constexpr detail::call<lacuna_map_abs_backward> map_abs_backward{};
inline constexpr detail::call<lacuna_map_square> map_square{};
inline constexpr detail::call<lacuna_map_square_backward> map_square_backward{};
inline constexpr detail::call<lacuna_map_relu> map_relu{};
inline constexpr detail::call<lacuna_map_relu_backward> map_relu_backward{};
inline constexpr detail::call<lacuna_map_negative> map_negative{};
inline constexpr detail::call<lacuna_map_sign> map_sign{};
inline constexpr detail::call<lacuna_map_round> map_round{};
inline constexpr detail::call<lacuna_map_rint> map_rint{};
inline constexpr detail::call<lacuna_map_floor> map_floor{};
inline constexpr detail::call<lacuna_map_ceil> map_ceil{};
inline constexpr detail::call<lacuna_map_trunc> map_trunc{};
inline constexpr detail::call<lacuna_map_degrees> map_degrees{};
inline constexpr detail::call<lacuna_map_radians> map_radians{};
inline constexpr detail::call<lacuna_map_softsign> map_softsign{};
inline constexpr detail::call<lacuna_map_softsign_backward> map_softsign_backward{};
inline constexpr detail::call<lacuna_map_hard_sigmoid> map_hard_sigmoid{};
inline constexpr detail::call<lacuna_map_hard_sigmoid_backward> map_hard_sigmoid_backward{};
inline constexpr detail::call<lacuna_map_plus_scalar> map_plus_scalar{};
inline constexpr detail::call<lacuna_map_mul_scalar> map_mul_scalar{};
inline constexpr detail::call<lacuna_map_div_scalar> map_div_scalar{};
inline constexpr detail::call<lacuna_map_rminus_scalar> map_rminus_scalar{};
inline constexpr detail::call<lacuna_map_rdiv_scalar> map_rdiv_scalar{};
inline constexpr detail::call<lacuna_map_rdiv_scalar_backward> map_rdiv_scalar_backward{};
inline constexpr detail::call<lacuna_map_maximum_scalar> map_maximum_scalar{};
inline constexpr detail::call<lacuna_map_minimum_scalar> map_minimum_scalar{};
inline constexpr detail::call<lacuna_map_equal_scalar> map_equal_scalar{};
inline constexpr detail::call<lacuna_map_not_equal_scalar> map_not_equal_scalar{};
inline constexpr detail::call<lacuna_map_greater_scalar> map_greater_scalar{};
inline constexpr detail::call<lacuna_map_greater_equal_scalar> map_greater_equal_scalar{};
inline constexpr detail::call<lacuna_map_lesser_scalar> map_lesser_scalar{};
inline constexpr detail::call<lacuna_map_lesser_equal_scalar> map_lesser_equal_scalar{};
inline constexpr detail::call<lacuna_map_clip> map_clip{};
inline constexpr detail::call<lacuna_map_clip_backward> map_clip_backward{};
inline constexpr detail::call<lacuna_map_quadratic> map_quadratic{};
inline constexpr detail::call<lacuna_map_quadratic_backward> map_quadratic_backward{};
inline constexpr detail::call<lacuna_map_smooth_l1> map_smooth_l1{};
inline constexpr detail::call<lacuna_map_smooth_l1_backward> map_smooth_l1_backward{};
inline constexpr detail::call<lacuna_map_exp> map_exp{};
inline constexpr detail::call<lacuna_map_expm1> map_expm1{};
inline constexpr detail::call<lacuna_map_expm1_backward> map_expm1_backward{};
inline constexpr detail::call<lacuna_map_log> map_log{};
inline constexpr detail::call<lacuna_map_log_backward> map_log_backward{};
inline constexpr detail::call<lacuna_map_log2> map_log2{};
inline constexpr detail::call<lacuna_map_log2_backward> map_log2_backward{};
inline constexpr detail::call<lacuna_map_log10> map_log10{};
inline constexpr detail::call<lacuna_map_log10_backward> map_log10_backward{};
inline constexpr detail::call<lacuna_map_log1p> map_log1p{};
inline constexpr detail::call<lacuna_map_log1p_backward> map_log1p_backward{};
inline constexpr detail::call<lacuna_map_sigmoid> map_sigmoid{};
inline constexpr detail::call<lacuna_map_sigmoid_backward> map_sigmoid_backward{};
inline constexpr detail::call<lacuna_map_softrelu> map_softrelu{};
inline constexpr detail::call<lacuna_map_softrelu_backward> map_softrelu_backward{};
inline constexpr detail::call<lacuna_map_sin> map_sin{};
inline constexpr detail::call<lacuna_map_sin_backward> map_sin_backward{};
inline constexpr detail::call<lacuna_map_cos> map_cos{};
inline constexpr detail::call<lacuna_map_cos_backward> map_cos_backward{};
inline constexpr detail::call<lacuna_map_tan> map_tan{};
inline constexpr detail::call<lacuna_map_tan_backward> map_tan_backward{};
inline constexpr detail::call<lacuna_map_arcsin> map_arcsin{};
inline constexpr detail::call<lacuna_map_arcsin_backward> map_arcsin_backward{};
inline constexpr detail::call<lacuna_map_arccos> map_arccos{};
inline constexpr detail::call<lacuna_map_arccos_backward> map_arccos_backward{};
inline constexpr detail::call<lacuna_map_arctan> map_arctan{};
inline constexpr detail::call<lacuna_map_arctan_backward> map_arctan_backward{};
inline constexpr detail::call<lacuna_map_sinh> map_sinh{};
inline constexpr detail::call<lacuna_map_sinh_backward> map_sinh_backward{};
inline constexpr detail::call<lacuna_map_cosh> map_cosh{};
inline constexpr detail::call<lacuna_map_cosh_backward> map_cosh_backward{};
inline constexpr detail::call<lacuna_map_tanh> map_tanh{};
inline constexpr detail::call<lacuna_map_tanh_backward> map_tanh_backward{};
inline constexpr detail::call<lacuna_map_arcsinh> map_arcsinh{};
inline constexpr detail::call<lacuna_map_arcsinh_backward> map_arcsinh_backward{};
inline constexpr detail::call<lacuna_map_arccosh> map_arccosh{};
inline constexpr detail::call<lacuna_map_arccosh_backward> map_arccosh_backward{};
inline constexpr detail::call<lacuna_map_arctanh> map_arctanh{};
inline constexpr detail::call<lacuna_map_arctanh_backward> map_arctanh_backward{};
inline constexpr detail::call<lacuna_map_sqrt> map_sqrt{};
inline constexpr detail::call<lacuna_map_sqrt_backward> map_sqrt_backward{};
inline constexpr detail::call<lacuna_map_rsqrt> map_rsqrt{};
inline constexpr detail::call<lacuna_map_rsqrt_backward> map_rsqrt_backward{};
inline constexpr detail::call<lacuna_map_cbrt> map_cbrt{};
inline constexpr detail::call<lacuna_map_cbrt_backward> map_cbrt_backward{};
inline constexpr detail::call<lacuna_map_rcbrt> map_rcbrt{};
inline constexpr detail::call<lacuna_map_rcbrt_backward> map_rcbrt_backward{};
inline constexpr detail::call<lacuna_map_erf> map_erf{};
inline constexpr detail::call<lacuna_map_erf_backward> map_erf_backward{};
inline constexpr detail::call<lacuna_map_erfinv> map_erfinv{};
inline constexpr detail::call<lacuna_map_erfinv_backward> map_erfinv_backward{};
inline constexpr detail::call<lacuna_map_gamma> map_gamma{};
inline constexpr detail::call<lacuna_map_gamma_backward> map_gamma_backward{};
inline constexpr detail::call<lacuna_map_gammaln> map_gammaln{};
inline constexpr detail::call<lacuna_map_gammaln_backward> map_gammaln_backward{};
inline constexpr detail::call<lacuna_map_power_scalar> map_power_scalar{};
inline constexpr detail::call<lacuna_map_power_scalar_backward> map_power_scalar_backward{};
inline constexpr detail::call<lacuna_map_rpower_scalar> map_rpower_scalar{};
inline constexpr detail::call<lacuna_map_rpower_scalar_backward> map_rpower_scalar_backward{};
inline constexpr detail::call<lacuna_map_hypot_scalar> map_hypot_scalar{};
inline constexpr detail::call<lacuna_map_hypot_scalar_backward> map_hypot_scalar_backward{};
inline constexpr detail::call<lacuna_map_mod_scalar> map_mod_scalar{};
inline constexpr detail::call<lacuna_map_rmod_scalar> map_rmod_scalar{};
inline constexpr detail::call<lacuna_map_rmod_scalar_backward> map_rmod_scalar_backward{};
inline constexpr detail::call<lacuna_binary_multiply> binary_multiply{};
inline constexpr detail::call<lacuna_binary_subtract> binary_subtract{};
inline constexpr detail::call<lacuna_binary_maximum> binary_maximum{};
inline constexpr detail::call<lacuna_binary_minimum> binary_minimum{};
inline constexpr detail::call<lacuna_binary_equal> binary_equal{};
inline constexpr detail::call<lacuna_binary_not_equal> binary_not_equal{};
inline constexpr detail::call<lacuna_binary_greater> binary_greater{};
inline constexpr detail::call<lacuna_binary_greater_equal> binary_greater_equal{};
inline constexpr detail::call<lacuna_binary_power> binary_power{};
inline constexpr detail::call<lacuna_binary_hypot> binary_hypot{};
inline constexpr detail::call<lacuna_binary_modulo> binary_modulo{};
inline constexpr detail::call<lacuna_reduce_sum> reduce_sum{};
inline constexpr detail::call<lacuna_reduce_sum_rows> reduce_sum_rows{};
inline constexpr detail::call<lacuna_reduce_sum_columns> reduce_sum_columns{};
inline constexpr detail::call<lacuna_reduce_sum_csr_rows> reduce_sum_csr_rows{};
inline constexpr detail::call<lacuna_reduce_sum_csr_columns> reduce_sum_csr_columns{};
inline constexpr detail::call<lacuna_reduce_mean> reduce_mean{};
inline constexpr detail::call<lacuna_reduce_mean_rows> reduce_mean_rows{};
inline constexpr detail::call<lacuna_reduce_mean_columns> reduce_mean_columns{};
inline constexpr detail::call<lacuna_reduce_mean_csr_rows> reduce_mean_csr_rows{};
inline constexpr detail::call<lacuna_reduce_mean_csr_columns> reduce_mean_csr_columns{};
inline constexpr detail::call<lacuna_reduce_norm1> reduce_norm1{};
inline constexpr detail::call<lacuna_reduce_norm1_rows> reduce_norm1_rows{};
inline constexpr detail::call<lacuna_reduce_norm1_columns> reduce_norm1_columns{};
inline constexpr detail::call<lacuna_reduce_norm1_csr_rows> reduce_norm1_csr_rows{};
inline constexpr detail::call<lacuna_reduce_norm1_csr_columns> reduce_norm1_csr_columns{};
inline constexpr detail::call<lacuna_reduce_norm2> reduce_norm2{};
inline constexpr detail::call<lacuna_reduce_norm2_rows> reduce_norm2_rows{};
inline constexpr detail::call<lacuna_reduce_norm2_columns> reduce_norm2_columns{};
inline constexpr detail::call<lacuna_reduce_norm2_csr_rows> reduce_norm2_csr_rows{};
inline constexpr detail::call<lacuna_reduce_norm2_csr_columns> reduce_norm2_csr_columns{};
inline constexpr detail::call<lacuna_reduce_square_sum> reduce_square_sum{};
inline constexpr detail::call<lacuna_reduce_square_sum_rows> reduce_square_sum_rows{};
inline constexpr detail::call<lacuna_reduce_square_sum_columns> reduce_square_sum_columns{};
inline constexpr detail::call<lacuna_reduce_square_sum_csr_rows> reduce_square_sum_csr_rows{};
inline constexpr detail::call<lacuna_reduce_square_sum_csr_columns> reduce_square_sum_csr_columns{};
inline constexpr detail::call<lacuna_reduce_max> reduce_max{};
inline constexpr detail::call<lacuna_reduce_max_rows> reduce_max_rows{};
inline constexpr detail::call<lacuna_reduce_max_columns> reduce_max_columns{};
inline constexpr detail::call<lacuna_reduce_max_csr_rows> reduce_max_csr_rows{};
inline constexpr detail::call<lacuna_reduce_max_csr_columns> reduce_max_csr_columns{};
inline constexpr detail::call<lacuna_reduce_min> reduce_min{};
inline constexpr detail::call<lacuna_reduce_min_rows> reduce_min_rows{};
inline constexpr detail::call<lacuna_reduce_min_columns> reduce_min_columns{};
inline constexpr detail::call<lacuna_reduce_min_csr_rows> reduce_min_csr_rows{};
inline constexpr detail::call<lacuna_reduce_min_csr_columns> reduce_min_csr_columns{};
inline constexpr detail::call<lacuna_reduce_argmax_rows> reduce_argmax_rows{};
inline constexpr detail::call<lacuna_reduce_extreme_rows_backward> reduce_extreme_rows_backward{};
inline constexpr detail::call<lacuna_reduce_extreme_columns_backward> reduce_extreme_columns_backward{};
inline constexpr detail::call<lacuna_binary_add> binary_add{};
inline constexpr detail::call<lacuna_binary_divide> binary_divide{};
inline constexpr detail::call<lacuna_binary_csr_add> binary_csr_add{};
inline constexpr detail::call<lacuna_binary_csr_add_one_pass> binary_csr_add_one_pass{};
inline constexpr detail::call<lacuna_binary_csr_subtract> binary_csr_subtract{};
inline constexpr detail::call<lacuna_binary_csr_subtract_one_pass> binary_csr_subtract_one_pass{};
inline constexpr detail::call<lacuna_binary_csr_multiply> binary_csr_multiply{};
inline constexpr detail::call<lacuna_binary_csr_multiply_one_pass> binary_csr_multiply_one_pass{};
inline constexpr detail::call<lacuna_binary_csr_maximum> binary_csr_maximum{};
inline constexpr detail::call<lacuna_binary_csr_minimum> binary_csr_minimum{};
inline constexpr detail::call<lacuna_binary_csr_greater> binary_csr_greater{};
inline constexpr detail::call<lacuna_binary_csr_not_equal> binary_csr_not_equal{};
inline constexpr detail::call<lacuna_binary_rows_add> binary_rows_add{};
inline constexpr detail::call<lacuna_binary_rows_subtract> binary_rows_subtract{};
inline constexpr detail::call<lacuna_binary_rows_multiply> binary_rows_multiply{};
inline constexpr detail::call<lacuna_binary_rows_divide> binary_rows_divide{};
inline constexpr detail::call<lacuna_binary_rows_maximum> binary_rows_maximum{};
inline constexpr detail::call<lacuna_binary_rows_minimum> binary_rows_minimum{};
inline constexpr detail::call<lacuna_binary_rows_greater> binary_rows_greater{};
inline constexpr detail::call<lacuna_binary_rows_not_equal> binary_rows_not_equal{};
inline constexpr detail::call<lacuna_binary_csr_broadcast_add> binary_csr_broadcast_add{};
inline constexpr detail::call<lacuna_binary_csr_broadcast_subtract> binary_csr_broadcast_subtract{};
inline constexpr detail::call<lacuna_binary_broadcast_subtract_csr> binary_broadcast_subtract_csr{};
inline constexpr detail::call<lacuna_binary_entries_multiply> binary_entries_multiply{};
inline constexpr detail::call<lacuna_binary_entries_divide> binary_entries_divide{};
inline constexpr detail::call<lacuna_binary_entries_gather> binary_entries_gather{};
inline constexpr detail::call<lacuna_binary_accumulate_csr> binary_accumulate_csr{};
inline constexpr detail::call<lacuna_binary_accumulate_rows> binary_accumulate_rows{};
inline constexpr detail::call<lacuna_random_uniform> random_uniform{};
inline constexpr detail::call<lacuna_random_bernoulli> random_bernoulli{};
inline constexpr detail::call<lacuna_loss_regression_gradient> loss_regression_gradient{};
inline constexpr detail::call<lacuna_loss_mae_gradient> loss_mae_gradient{};
inline constexpr detail::call<lacuna_loss_sigmoid_cross_entropy> loss_sigmoid_cross_entropy{};
inline constexpr detail::call<lacuna_loss_sigmoid_cross_entropy_gradient> loss_sigmoid_cross_entropy_gradient{};
inline constexpr detail::call<lacuna_loss_hinge> loss_hinge{};
inline constexpr detail::call<lacuna_loss_hinge_gradient> loss_hinge_gradient{};
inline constexpr detail::call<lacuna_loss_squared_hinge> loss_squared_hinge{};
inline constexpr detail::call<lacuna_loss_squared_hinge_gradient> loss_squared_hinge_gradient{};
inline constexpr detail::call<lacuna_loss_csr_regression_gradient> loss_csr_regression_gradient{};
inline constexpr detail::call<lacuna_loss_softmax> loss_softmax{};
inline constexpr detail::call<lacuna_loss_softmax_columns> loss_softmax_columns{};
inline constexpr detail::call<lacuna_loss_softmax_backward> loss_softmax_backward{};
inline constexpr detail::call<lacuna_loss_log_softmax> loss_log_softmax{};
inline constexpr detail::call<lacuna_loss_log_softmax_backward> loss_log_softmax_backward{};
inline constexpr detail::call<lacuna_loss_softmax_cross_entropy> loss_softmax_cross_entropy{};
inline constexpr detail::call<lacuna_loss_softmax_cross_entropy_gradient> loss_softmax_cross_entropy_gradient{};
inline constexpr detail::call<lacuna_loss_softmax_output_gradient> loss_softmax_output_gradient{};
inline constexpr detail::call<lacuna_loss_softmax_output_gradient_columns> loss_softmax_output_gradient_columns{};
inline constexpr detail::call<lacuna_loss_sampled_softmax> loss_sampled_softmax{};
inline constexpr detail::call<lacuna_random_normal> random_normal{};
inline constexpr detail::call<lacuna_random_log_uniform> random_log_uniform{};
inline constexpr detail::call<lacuna_random_expected_counts> random_expected_counts{};
inline constexpr detail::call<lacuna_random_expected_counts_unique> random_expected_counts_unique{};
inline constexpr detail::call<lacuna_graph_edge_id> graph_edge_id{};
inline constexpr detail::call<lacuna_graph_subgraph> graph_subgraph{};
inline constexpr detail::call<lacuna_graph_sample_neighbors> graph_sample_neighbors{};
inline constexpr detail::call<lacuna_graph_sample_neighbors_weighted> graph_sample_neighbors_weighted{};
inline constexpr detail::call<lacuna_reduce_repeat_rows> reduce_repeat_rows{};
inline constexpr detail::call<lacuna_reduce_repeat_columns> reduce_repeat_columns{};
inline constexpr detail::call<lacuna_reduce_nnz_rows> reduce_nnz_rows{};
inline constexpr detail::call<lacuna_reduce_nnz_columns> reduce_nnz_columns{};
inline constexpr detail::call<lacuna_check_csr> check_csr{};
inline constexpr detail::call<lacuna_check_row_sparse> check_row_sparse{};
inline constexpr detail::call<lacuna_check_plan, false> check_plan{};
inline constexpr detail::call<lacuna_csr_rows> csr_rows{};
inline constexpr detail::call<lacuna_csr_mut_rows> csr_mut_rows{};
inline constexpr detail::call<lacuna_row_sparse_rows> row_sparse_rows{};
inline constexpr detail::call<lacuna_row_sparse_mut_rows> row_sparse_mut_rows{};
inline constexpr detail::call<lacuna_plan_segments, false> plan_segments{};
inline constexpr detail::call<lacuna_plan_rows, false> plan_rows{};
inline constexpr detail::call<lacuna_partition_csr> partition_csr{};
inline constexpr detail::call<lacuna_partition_row_sparse> partition_row_sparse{};
inline constexpr detail::call<lacuna_partition_plan, false> partition_plan{};
inline constexpr detail::call<lacuna_force_level, false> force_level{};

/// The csr whose rows are the columns of a sparse matrix of Eigen that is column-major: its transposed.
template <class Matrix>
lacuna_csr transposed(const Matrix &matrix) {
  static_assert(!Matrix::IsRowMajor, "a row-major matrix is a csr as it is");
  return detail::compressed(matrix, static_cast<std::size_t>(matrix.cols()), static_cast<std::size_t>(matrix.rows()));
}

/// A csr, or a matrix of Eigen, whose pattern is checked here once instead of in each call, as long as it does not
/// change. Values may.
template <class Csr>
lacuna_csr checked(const Csr &csr) {
  lacuna_csr view = detail::view(detail::tag<lacuna_csr>{}, csr);
  view.trusted = 1;
  lacuna::check_csr(view);
  return view;
}

/// The same for a row_sparse.
inline lacuna_row_sparse checked(const lacuna_row_sparse &row_sparse) {
  lacuna_row_sparse view = row_sparse;
  view.trusted = 1;
  lacuna::check_row_sparse(view);
  return view;
}

}  // namespace lacuna

#endif  // LACUNA_HPP
