#include "linkwork/baselines/forest_solver.hpp"

#include <algorithm>
#include <utility>

#include "linkwork/baselines/small_blocks.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::maximal {

ForestSolver::ForestSolver(BodyForest forest)
    : forest_(std::move(forest)), nodeOfConstraint_(forest_.constraints().size(), -1) {
  int masses = 0, forces = 0, factors = 0, local = 0, steps = 0;
  const auto take = [](int& total, int count) { return std::exchange(total, total + count); };
  for (const BodyForest::Node& node : forest_.nodes()) {
    const int square = node.size * node.size;
    blocks_.push_back({.mass = take(masses, square),
                       .own = take(forces, node.size * node.rows),
                       .other = take(forces, node.parentSize * node.rows),
                       .lower = take(factors, square),
                       .reflections = take(factors, node.size * node.rows),
                       .upper = take(factors, node.rows * (node.rows + 1)),
                       .passed = take(factors, node.parentSize * node.rows),
                       .local = take(local, node.size),
                       .step = take(steps, node.rows)});
    if (node.constraint >= 0) nodeOfConstraint_[at(node.constraint)] = forest_.nodeOf(node.body);
  }
  masses_.assign(at(masses), 0);
  forces_.assign(at(forces), 0);
  factors_.assign(at(factors), 0);
  local_.assign(at(local), 0);
  step_.assign(at(steps), 0);
}

const double* ForestSolver::forces(int constraint, int side) const {
  const int node = nodeOfConstraint_[at(constraint)];
  const Blocks& blocks = blocks_[at(node)];
  return forces_.data() + (forest_.nodes()[at(node)].side == side ? blocks.own : blocks.other);
}

double* ForestSolver::forces(int constraint, int side) {
  return const_cast<double*>(std::as_const(*this).forces(constraint, side));
}

void ForestSolver::factor() {
  const int count = static_cast<int>(blocks_.size());
  for (int i = 0; i < count; ++i) {
    const int size = forest_.nodes()[at(i)].size;
    std::copy_n(masses_.data() + blocks_[at(i)].mass, size * size,
                factors_.data() + blocks_[at(i)].lower);
  }
  for (int i = 0; i < count; ++i)
    block::withSize(forest_.nodes()[at(i)].size, [&]<int n>() { eliminate<n>(i); });
}

template <int n>
void ForestSolver::eliminate(int i) {
  const BodyForest::Node& node = forest_.nodes()[at(i)];
  const Blocks& blocks = blocks_[at(i)];
  double* lower = factors_.data() + blocks.lower;
  if (!choleskyInPlace(block::square<n>(lower, node.size)))
    throw SimulationError(detail::itemPath("bodies", at(node.body)) +
                          ": the mass matrix is not positive definite");
  if (node.rows == 0) return;
  double* vectors = factors_.data() + blocks.reflections;
  std::copy_n(forces_.data() + blocks.own, node.size * node.rows, vectors);
  for (int k = 0; k < node.rows; ++k)
    solveLower(block::square<n>(lower, node.size), vectors + k * node.size);
  if (!block::factorReflections<n>(vectors, factors_.data() + blocks.upper, node.size, node.rows))
    throw SimulationError(forest_.nameOf(node.constraint) + ": its rows depend on each other on " +
                          detail::itemPath("bodies", at(node.body)));
  if (node.parent >= 0) block::withSize(node.parentSize, [&]<int p>() { spread<p>(node, blocks); });
}

/// Yᵀ = J_pᵀ R⁻¹ and M̂_p += YᵀY, for a parent of dimension p.
template <int p>
void ForestSolver::spread(const BodyForest::Node& node, const Blocks& blocks) {
  const int size = node.parentSize;
  const double* upper = factors_.data() + blocks.upper;
  double* passed = factors_.data() + blocks.passed;
  double* parent = factors_.data() + blocks_[at(node.parent)].lower;
  std::copy_n(forces_.data() + blocks.other, size * node.rows, passed);
  for (int k = 0; k < node.rows; ++k) {
    double* column = passed + k * size;
    for (int j = 0; j < k; ++j)
      block::add<p>(column, -upper[j + k * node.rows], passed + j * size, size);
    const double inverse = upper[k + k * node.rows];
    for (int i = 0; i < size; ++i) column[i] *= inverse;
    for (int j = 0; j < size; ++j) block::add<p>(parent + j * size, column[j], column, size);
  }
}

void ForestSolver::solve(const double* force, const double* c, double* acceleration,
                         double* multipliers) {
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const BodyForest::Node& node = forest_.nodes()[i];
    std::copy_n(force + node.first, node.size, local_.data() + blocks_[i].local);
  }
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const BodyForest::Node& node = forest_.nodes()[i];
    const Blocks& blocks = blocks_[i];
    double* local = local_.data() + blocks.local;
    double* step = step_.data() + blocks.step;
    const double* upper = factors_.data() + blocks.upper;
    block::withSize(node.size, [&]<int n>() {
      solveLower(block::square<n>(factors_.data() + blocks.lower, node.size), local);
      block::reflect<n>(factors_.data() + blocks.reflections, upper + node.rows * node.rows, local,
                        node.size, node.rows);
    });
    // s = −R⁻ᵀc − r; the step keeps R⁻ᵀc until it is done with.
    for (int k = 0; k < node.rows; ++k) {
      double sum = c[node.firstRow + k];
      for (int j = 0; j < k; ++j) sum -= upper[j + k * node.rows] * step[j];
      step[k] = sum * upper[k + k * node.rows];
    }
    for (int k = 0; k < node.rows; ++k) step[k] = -step[k] - local[k];
    if (node.parent < 0) continue;
    double* parent = local_.data() + blocks_[at(node.parent)].local;
    const double* passed = factors_.data() + blocks.passed;
    block::withSize(node.parentSize, [&]<int p>() {
      for (int k = 0; k < node.rows; ++k)
        block::add<p>(parent, step[k], passed + k * node.parentSize, node.parentSize);
    });
  }
  for (std::size_t i = blocks_.size(); i-- > 0;) {
    const BodyForest::Node& node = forest_.nodes()[i];
    const Blocks& blocks = blocks_[i];
    double* local = local_.data() + blocks.local;
    double* step = step_.data() + blocks.step;
    const double* upper = factors_.data() + blocks.upper;
    if (node.parent >= 0) {
      const double* passed = factors_.data() + blocks.passed;
      const double* parent = acceleration + forest_.nodes()[at(node.parent)].first;
      block::withSize(node.parentSize, [&]<int p>() {
        for (int k = 0; k < node.rows; ++k)
          step[k] -= block::dot<p>(passed + k * node.parentSize, parent, node.parentSize);
      });
    }
    for (int k = 0; k < node.rows; ++k) local[k] += step[k];
    for (int k = node.rows; k-- > 0;) {
      for (int j = k + 1; j < node.rows; ++j) step[k] -= upper[k + j * node.rows] * step[j];
      step[k] *= upper[k + k * node.rows];
      multipliers[node.firstRow + k] = step[k];
    }
    block::withSize(node.size, [&]<int n>() {
      block::reflectBack<n>(factors_.data() + blocks.reflections, upper + node.rows * node.rows,
                            local, node.size, node.rows);
      solveLowerTransposed(block::square<n>(factors_.data() + blocks.lower, node.size), local);
    });
    std::copy_n(local, node.size, acceleration + node.first);
  }
}

void ForestSolver::passOn(int i, double* panel, int count, double* scratch, double* parent,
                          int parentCount, const int* columns) const {
  const BodyForest::Node& node = forest_.nodes()[at(i)];
  const Blocks& blocks = blocks_[at(i)];
  const double* lower = factors_.data() + blocks.lower;
  const auto add = [count](double* to, double factor, const double* row) {
    for (int k = 0; k < count; ++k) to[k] += factor * row[k];
  };
  for (int c = 0; c < node.size; ++c) {
    double* row = panel + c * count;
    const double inverse = 1 / lower[c + c * node.size];
    for (int k = 0; k < count; ++k) row[k] *= inverse;
    for (int r = c + 1; r < node.size; ++r) add(panel + r * count, -lower[r + c * node.size], row);
  }
  for (int c = 0; c < node.rows; ++c) {
    const double* vector = factors_.data() + blocks.reflections + c * node.size;
    const double beta = factors_[at(blocks.upper + node.rows * node.rows + c)];
    std::fill_n(scratch, count, 0);
    for (int r = c; r < node.size; ++r) add(scratch, beta * vector[r], panel + r * count);
    for (int r = c; r < node.size; ++r) add(panel + r * count, -vector[r], scratch);
  }
  if (node.parent < 0) return;
  for (int r = 0; r < node.parentSize; ++r) {
    const double* passed = factors_.data() + blocks.passed + r;
    std::fill_n(scratch, count, 0);
    for (int c = 0; c < node.rows; ++c)
      add(scratch, -passed[c * node.parentSize], panel + c * count);
    for (int k = 0; k < count; ++k) parent[r * parentCount + columns[k]] += scratch[k];
  }
}

}  // namespace linkwork::maximal
