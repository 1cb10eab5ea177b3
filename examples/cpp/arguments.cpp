// Every kind of argument that a call takes, and what a refused call answers. Built with Eigen and without, with
// exceptions and without.
#if defined(WITH_EIGEN)
#include <Eigen/Dense>
#include <Eigen/SparseCore>
#endif

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "lacuna.hpp"

namespace {

int failures = 0;

void check(bool holds, const char *what) {
  if (!holds) {
    std::printf("NOT so: %s\n", what);
    failures++;
  }
}

template <class A, class B>
bool same(const A &a, const B &b) {
  return std::size(a) == std::size(b) && std::memcmp(std::data(a), std::data(b), std::size(a) * sizeof *std::data(a)) == 0;
}

// [[1, 0, 2], [0, 3, 0]].
const std::vector<std::int32_t> indptr{0, 2, 3}, indices{0, 2, 1};
const std::vector<float> values{1, 2, 3};

lacuna_csr matrix() { return lacuna::csr(2, 3, indptr, indices, values); }

void containers() {
  const float ones[3] = {1, 1, 1};
  std::array<float, 2> sums{};
  lacuna::dot_csr_dense(matrix(), lacuna::dense(3, 1, ones), lacuna::dense_mut(2, 1, sums));
  check(same(sums, std::array<float, 2>{3, 3}), "a vector, an array of C, and std::array");

  // Other types: int64_t columns, doubles.
  const std::vector<long long> wide_indptr{0, 2, 3}, wide_indices{0, 2, 1};
  const std::vector<double> wide_values{1, 2, 3};
  std::vector<double> wide(2);
  lacuna::dot_csr_dense(lacuna::csr(2, 3, wide_indptr, wide_indices, wide_values), lacuna::dense(3, 1, wide_values), lacuna::dense_mut(2, 1, wide));
  check(same(wide, std::vector<double>{7, 6}), "doubles and columns of 64 bits");

  // A stride: the second column of three.
  const std::vector<float> table{0, 1, 0, 0, 2, 0, 0, 3, 0};
  const auto second = lacuna_dense{LACUNA_TYPE_F32, 3, 1, 3, table.data() + 1};
  lacuna::dot_csr_dense(matrix(), second, lacuna::dense_mut(2, 1, sums));
  check(same(sums, std::array<float, 2>{7, 6}), "a column of a table");

  // What is written also serves where it is read.
  std::vector<float> product(4), twice(4);
  const auto written = lacuna::dense_mut(2, 2, product);
  const std::vector<float> right{1, 2, 3, 4, 5, 6};
  lacuna::dot_csr_dense(matrix(), lacuna::dense(3, 2, right), written);
  std::vector<float> totals(2);
  lacuna::reduce_sum_rows(written, totals);
  check(same(product, std::vector<float>{11, 14, 9, 12}) && same(totals, std::vector<float>{25, 21}), "a result that is read");

  // Columns and values of a known pattern.
  std::vector<std::int32_t> copied(3);
  std::vector<float> at_places(3);
  const std::vector<std::int32_t> ids{0, 1};
  lacuna::slice_take(matrix(), ids, lacuna::csr_mut(2, 3, indptr, copied, at_places));
  check(same(copied, indices) && same(at_places, values), "columns and values that are written");
  const std::vector<float> left{1, 2};
  auto sampled = lacuna::csr_mut(2, 3, indptr, copied, at_places);
  lacuna::dot_sddmm(lacuna::dense(2, 1, left), lacuna::dense(3, 1, ones), sampled);
  check(same(at_places, std::vector<float>{1, 1, 2}), "values at the places of a pattern");
}

void numbers() {
  std::vector<float> out(3);
  lacuna::map_plus_scalar(values, 1, out);
  check(same(out, std::vector<float>{2, 3, 4}), "a whole number for a float");
  lacuna::map_plus_scalar(values, 0.5, out);
  check(same(out, std::vector<float>{1.5F, 2.5F, 3.5F}), "a double for a float");
  const float quarter = 0.25F;
  lacuna::map_plus_scalar(values, &quarter, out);
  check(same(out, std::vector<float>{1.25F, 2.25F, 3.25F}), "the address of a float");

  const std::vector<std::int32_t> whole{1, 2, 3};
  std::vector<std::int32_t> compared(3);
  lacuna::map_greater_scalar(whole, 1.0, compared);
  check(same(compared, std::vector<std::int32_t>{0, 1, 1}), "a double that is an integer");
  check(lacuna::map_greater_scalar.attempt(whole, 1.5, compared).status == LACUNA_STATUS_TYPE, "no integer is 1.5");
  check(lacuna::map_greater_scalar.attempt(whole, 3000000000U, compared).argument == 2, "no int32_t is 3000000000");
  const std::vector<std::uint8_t> bytes{1, 200};
  std::vector<std::uint8_t> flags(2);
  lacuna::map_greater_scalar(bytes, 128, flags);
  check(same(flags, std::vector<std::uint8_t>{0, 1}), "bytes");
  check(lacuna::map_greater_scalar.attempt(bytes, -1, flags).status == LACUNA_STATUS_TYPE, "no byte is -1");
  const std::vector<lacuna::f16> halves{lacuna::f16{0x3c00}, lacuna::f16{0x4000}};
  std::vector<lacuna::f16> half_flags(2);
  lacuna::map_greater_scalar(halves, lacuna::f16{0x3c00}, half_flags);
  check(half_flags[0] == lacuna::f16{0} && half_flags[1] == lacuna::f16{0x3c00}, "numbers of 16 bits, by their bits");
  check(lacuna::map_greater_scalar.attempt(halves, lacuna::bf16{0x3f80}, half_flags).status == LACUNA_STATUS_TYPE, "of another kind");

  // No operand has a value type: a double.
  std::vector<std::int32_t> row_ids(8);
  std::size_t stored = 99;
  lacuna::random_row_ids(lacuna_stream{1, 2, 0}, 8, 1.0, row_ids, stored);
  check(stored == 8 && row_ids[7] == 7, "a density, and a size that is written");
  lacuna::random_row_ids(lacuna_stream{1, 2, 0}, 8, 0, row_ids, &stored);
  check(stored == 0, "the address of a size that is written");
}

void broadcasts() {
  std::vector<float> out(6);
  const auto full = lacuna::dense_mut(2, 3, out);
  lacuna::binary_csr_broadcast_subtract(matrix(), 1, full);
  check(same(out, std::vector<float>{0, -1, 1, -1, 2, -1}), "a number for every element");
  const std::vector<float> by_column{1, 2, 3}, by_row{10, 20};
  lacuna::binary_csr_broadcast_subtract(matrix(), lacuna::row(by_column), full);
  check(same(out, std::vector<float>{0, -2, -1, -1, 1, -3}), "a row for every row");
  lacuna::binary_csr_broadcast_subtract(matrix(), lacuna::column(by_row), full);
  check(same(out, std::vector<float>{-9, -10, -8, -20, -17, -20}), "a column for every column");
  const std::vector<float> table{1, 1, 1, 2, 2, 2};
  lacuna::binary_csr_broadcast_subtract(matrix(), lacuna::dense(2, 3, table), full);
  check(same(out, std::vector<float>{0, -1, 1, -2, 1, -2}), "a matrix");
}

void updates() {
  // A gradient of row 1 alone: row 0 keeps its weights.
  const std::vector<std::int32_t> ids{1};
  const std::vector<float> gradient{1, 2};
  std::vector<float> weight{5, 5, 5, 5};
  lacuna_sgd hyper{};
  hyper.learning_rate = 0.5;
  lacuna::optim_sgd(hyper, lacuna::row_sparse(2, 2, ids, gradient), lacuna::dense_mut(2, 2, weight));
  check(same(weight, std::vector<float>{5, 5, 4.5F, 4}), "dense weights, lazily");
  std::vector<float> stored{5, 5};
  lacuna::optim_sgd(&hyper, lacuna::row_sparse(2, 2, ids, gradient), lacuna::row_sparse_mut(2, 2, ids, stored));
  check(same(stored, std::vector<float>{4.5F, 4}), "weights of which some rows are stored");
}

void refusals() {
  const std::vector<float> ones{1, 1, 1};
  std::vector<float> out{-1, -1};
  const std::vector<std::int32_t> outside{0, 7, 1};
  const lacuna_csr wrong = lacuna::csr(2, 3, indptr, outside, values);
  const lacuna_error numbers = lacuna::dot_csr_dense.attempt(wrong, lacuna::dense(3, 1, ones), lacuna::dense_mut(2, 1, out));
  check(numbers.status == LACUNA_STATUS_CSR_INDICES && numbers.argument == 1 && numbers.found == 7, "the numbers of an error");
  check(same(out, std::vector<float>{-1, -1}), "a refused call has written nothing");
  const std::vector<double> doubles{1, 1, 1};
  check(lacuna::dot_csr_dense.attempt(matrix(), lacuna::dense(3, 1, doubles), lacuna::dense_mut(2, 1, out)).argument == 2, "another type");
  check(lacuna::dot_csr_dense.attempt(matrix(), nullptr, lacuna::dense_mut(2, 1, out)).status == LACUNA_STATUS_NULL_POINTER, "null");
#if defined(__cpp_exceptions)
  const auto said = [](auto call) -> std::string {
    try {
      call();
    } catch (const lacuna::error &error) {
      return error.status() == LACUNA_STATUS_OK ? "no status" : error.what();
    }
    return "nothing";
  };
  const auto expect = [&said](auto call, const char *expected) {
    const std::string found = said(call);
    if (found != expected) std::printf("%s\n", found.c_str());
    check(found == expected, expected);
  };
  expect([&] { lacuna::dot_csr_dense(wrong, lacuna::dense(3, 1, ones), lacuna::dense_mut(2, 1, out)); },
         "argument 1: csr indices: row 0, entry 1: index 7 is not less than the number of columns, 3");
  expect([&] { static_cast<void>(lacuna::checked(wrong)); },
         "argument 1: csr indices: row 0, entry 1: index 7 is not less than the number of columns, 3");
  expect([&] { static_cast<void>(lacuna::csr(3, 3, indptr, indices, values)); }, "csr shape: length of indptr should be 4, is 3");
  expect([&] { static_cast<void>(lacuna::csr(2, 3, indptr, indices, out)); }, "csr shape: length of values should be 3, is 2");
  expect([&] { static_cast<void>(lacuna::dense(2, 2, ones)); }, "dense shape: needs 4 elements, has 3");
  expect([&] { static_cast<void>(lacuna::dense(2, 1, ones, 3)); }, "dense shape: needs 4 elements, has 3");
  expect([&] { static_cast<void>(lacuna::row_sparse(9, 2, indices, ones)); }, "row_sparse shape: length of data should be 6, is 3");
#endif
}

#if defined(WITH_EIGEN)
using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void eigen() {
  Eigen::SparseMatrix<float, Eigen::RowMajor> a(2, 3);
  a.insert(0, 0) = 1;
  a.insert(0, 2) = 2;
  a.insert(1, 1) = 3;
  a.makeCompressed();
  RowMajor b(3, 2), product(2, 2);
  b << 1, 2, 3, 4, 5, 6;
  lacuna::dot_csr_dense(a, b, product);
  check(product == RowMajor(a * b), "matrices");
  Eigen::VectorXf x = Eigen::VectorXf::Ones(3), y(2);
  lacuna::dot_csr_dense(a, x, y);
  check(y == Eigen::VectorXf(a * x), "vectors");

  // The transposed product by the columns of a column-major copy.
  const Eigen::SparseMatrix<float> columns(a);
  RowMajor transposed(3, 2);
  lacuna::dot_csr_dense(lacuna::transposed(columns), product, transposed);
  check(transposed == RowMajor(a.transpose() * product), "the transposed of a column-major matrix");

  // Parts of matrices, and matrices over memory of others.
  RowMajor wide = RowMajor::Zero(2, 5);
  auto middle = wide.middleCols(1, 2);
  lacuna::dot_csr_dense(a, b, middle);
  check(RowMajor(wide.middleCols(1, 2)) == product && wide(0, 0) == 0 && wide(1, 3) == 0, "a block that is written");
  std::vector<float> memory(4);
  Eigen::Map<RowMajor> map(memory.data(), 2, 2);
  lacuna::dot_csr_dense(a, b, map);
  check(RowMajor(map) == product, "a map");
  std::vector<float> sums(2);
  lacuna::reduce_sum_rows(product, sums);
  check(same(sums, std::vector<float>{25, 21}), "a matrix that is read beside a vector that is written");
  Eigen::Map<const Eigen::SparseMatrix<float, Eigen::RowMajor>> mapped(2, 3, 3, indptr.data(), indices.data(), values.data());
  lacuna::dot_csr_dense(mapped, b, product);
  check(product == RowMajor(a * b), "a map of a sparse matrix");

  // Elements, and updates.
  RowMajor shifted(3, 2);
  lacuna::map_plus_scalar(b, 1, shifted);
  check(shifted == RowMajor(b.array() + 1), "all elements of a matrix");
  check(lacuna::map_plus_scalar.attempt(b, 1, shifted).status == 0, "twice");
  lacuna_sgd hyper{};
  hyper.learning_rate = 1;
  const std::vector<int> ids{2};
  const std::vector<float> gradient{1, 1};
  lacuna::optim_sgd(hyper, lacuna::row_sparse(3, 2, ids, gradient), b);
  check(b(2, 0) == 4 && b(2, 1) == 5 && b(0, 0) == 1, "weights in a matrix");

  const lacuna_csr checked = lacuna::checked(a);
  check(checked.trusted == 1 && checked.nnz == 3, "a matrix that is checked once");
#if defined(__cpp_exceptions)
  const auto refused = [](auto call) {
    try {
      call();
    } catch (const lacuna::error &error) {
      return error.status();
    }
    return LACUNA_STATUS_OK;
  };
  check(refused([&] { lacuna::dot_csr_dense(a, b, RowMajor(3, 2)); }) == LACUNA_STATUS_SHAPE, "a result of another size");
  Eigen::SparseMatrix<float, Eigen::RowMajor> loose(2, 3);
  loose.reserve(Eigen::VectorXi::Constant(2, 2));
  loose.insert(0, 0) = 1;
  check(refused([&] { lacuna::dot_csr_dense(loose, b, product); }) == LACUNA_STATUS_CSR_SHAPE, "a matrix that is not compressed");
  check(lacuna::dot_csr_dense.attempt(loose, b, product).status == LACUNA_STATUS_CSR_SHAPE, "the same without an exception");
  check(refused([&] { lacuna::map_plus_scalar(wide.middleCols(1, 2), 1, product); }) == LACUNA_STATUS_DENSE_STRIDE, "elements with gaps");
#endif
}
#endif

// What must not compile, by numbers.
#if defined(WRONG)
void wrong() {
  const std::vector<float> constant(2);
  std::vector<float> out(2);
  std::vector<short> shorts(2);
#if WRONG == 1
  lacuna::dot_csr_dense(matrix(), lacuna::dense(3, 1, values), lacuna::dense_mut(2, 1, constant));
#elif WRONG == 2
  lacuna::dot_csr_dense(matrix(), lacuna::dense(3, 1, values));
#elif WRONG == 3
  lacuna::map_abs(shorts, out);
#elif WRONG == 4
  lacuna::map_abs(out, constant);
#elif WRONG == 5
  lacuna::map_plus_scalar(values, std::string("1"), out);
#elif WRONG == 6
  lacuna::dot_csr_dense(values, lacuna::dense(3, 1, values), lacuna::dense_mut(2, 1, out));
#elif WRONG == 7
  lacuna::dot_csr_dense(Eigen::SparseMatrix<float>(2, 3), lacuna::dense(3, 1, values), lacuna::dense_mut(2, 1, out));
#elif WRONG == 8
  lacuna::dot_csr_dense(matrix(), Eigen::MatrixXf(3, 1), lacuna::dense_mut(2, 1, out));
#elif WRONG == 9
  static_cast<void>(lacuna::transposed(Eigen::SparseMatrix<float, Eigen::RowMajor>(2, 3)));
#endif
}
#endif

}  // namespace

int main() {
  containers();
  numbers();
  broadcasts();
  updates();
  refusals();
#if defined(WITH_EIGEN)
  eigen();
#endif
  std::printf("%s\n", failures == 0 ? "as expected" : "NOT as expected");
  return failures == 0 ? 0 : 1;
}
