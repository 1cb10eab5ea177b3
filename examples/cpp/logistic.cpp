// Logistic regression on a sparse matrix of Eigen, in mini-batches: each step reads and writes only the weights of the
// columns that occur in its rows.
#include <Eigen/SparseCore>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <random>
#include <vector>

#include "lacuna.hpp"

namespace {

constexpr int rows = 4096, columns = 20000, entries_per_row = 30, batch_rows = 64, epochs = 4;

/// Rows of a few random columns, and labels by weights that the training does not know.
struct Data {
  Eigen::SparseMatrix<float, Eigen::RowMajor> matrix{rows, columns};
  std::vector<float> labels;
};

Data draw() {
  Data data;
  std::mt19937 random(1);
  const auto uniform = [&random] { return static_cast<float>(random() >> 8) * 0x1p-24F; };
  std::vector<float> truth(columns);
  for (float &weight : truth) weight = 4 * uniform() - 2;
  for (int row = 0; row < rows; row++) {
    // Columns ascend: each is drawn from its share of all.
    data.matrix.startVec(row);
    float score = 0;
    for (int at = 0; at < entries_per_row; at++) {
      const float place = uniform();
      // Early columns are frequent, as words and clicks are.
      const int column = at * (columns / entries_per_row) + static_cast<int>(place * place * (columns / entries_per_row));
      data.matrix.insertBack(row, column) = 1;
      score += truth[static_cast<std::size_t>(column)];
    }
    data.labels.push_back(score > 0 ? 1.0F : 0.0F);
  }
  data.matrix.finalize();
  return data;
}

/// What a step writes, allocated once.
struct Buffers {
  std::vector<float> scores = std::vector<float>(batch_rows), residuals = scores, losses = scores, gradient;
  std::vector<int> ids, segments, plan_rows, plan_entries;
  // A plan wants its scratch aligned.
  std::vector<std::int64_t> scratch;

  explicit Buffers(std::size_t nnz)
      : gradient(nnz), ids(nnz), segments(nnz + 1), plan_rows(nnz), plan_entries(nnz),
        scratch(lacuna_plan_scratch(LACUNA_TYPE_I32, nnz) / sizeof(std::int64_t) + 1) {}
};

/// One step of AdaGrad; gives the sum of the losses of its rows.
double step(const lacuna_csr &batch, const float *labels, Buffers &buffers, std::vector<float> &weight, std::vector<float> &history) {
  const auto label = lacuna_array{LACUNA_TYPE_F32, batch.rows, labels};
  lacuna::dot_csr_dense(batch, lacuna::dense(columns, 1, weight), lacuna::dense_mut(batch.rows, 1, buffers.scores));
  lacuna::loss_sigmoid_cross_entropy(buffers.scores, label, buffers.losses);
  lacuna::loss_sigmoid_cross_entropy_gradient(buffers.scores, label, 1.0 / batch_rows, buffers.residuals);

  // The gradient X^T r has the rows that the plan has found.
  lacuna_plan plan;
  const auto targets = lacuna::plan_buffers(buffers.ids, buffers.segments, buffers.plan_rows, buffers.plan_entries);
  lacuna::dot_transpose_plan(batch, 0, batch.columns, targets, buffers.scratch.data(), buffers.scratch.size() * sizeof(std::int64_t), plan);
  lacuna_row_sparse_mut gradient{};
  gradient.value_type = LACUNA_TYPE_F32;
  gradient.index_type = LACUNA_TYPE_I32;
  gradient.trusted = 1;
  gradient.rows = columns;
  gradient.row_length = 1;
  gradient.stored_rows = plan.stored_rows;
  gradient.indices = plan.ids;
  gradient.data = buffers.gradient.data();
  const auto values = lacuna_array{batch.value_type, batch.nnz, batch.values};
  lacuna::dot_csr_t_dense(plan, values, lacuna::dense(batch.rows, 1, buffers.residuals), gradient);

  lacuna_adagrad hyper{};
  hyper.learning_rate = 0.5;
  lacuna::optim_adagrad(hyper, gradient, lacuna::dense_mut(columns, 1, weight), lacuna::dense_mut(columns, 1, history));
  double sum = 0;
  for (const float loss : buffers.losses) sum += static_cast<double>(loss);
  return sum;
}

std::uint64_t hash(const std::vector<float> &weight) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const float value : weight) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 0x100000001b3;
  }
  return hash;
}

void train() {
  const Data data = draw();
  // Every column is checked here, and not again.
  const lacuna_csr matrix = lacuna::checked(data.matrix);
  Buffers buffers(batch_rows * entries_per_row);
  std::vector<float> weight(columns), history(columns);
  for (int epoch = 1; epoch <= epochs; epoch++) {
    double loss = 0;
    for (std::size_t start = 0; start < rows; start += batch_rows) {
      lacuna_csr batch;
      lacuna::csr_rows(matrix, start, start + batch_rows, batch);
      loss += step(batch, &data.labels[start], buffers, weight, history);
    }
    std::printf("epoch %d: loss %.4f\n", epoch, loss / rows);
  }
  std::printf("weights %016llx\n", static_cast<unsigned long long>(hash(weight)));
}

}  // namespace

int main() {
  try {
    train();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
