#include "linkwork/codegen/spanning_motion.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/symbolic/runtime/tape.hpp"

namespace linkwork::codegen {

namespace {

/// Smallest pivot relative to its value at the initial state.
constexpr double leastPivot = 0.1;
/// A pivot is not small if it is at least this part of the largest one.
constexpr double goodPivot = 0.1;

Expression least(const Expression& a, const Expression& b) { return choose(a - b, a, b); }

/// Gauss–Jordan elimination of one cluster's rows, and of their values.
class Elimination {
 public:
  Elimination(std::vector<ConstraintRow> rows, std::vector<std::vector<double>> values,
              std::vector<bool> isDependent)
      : rows_(std::move(rows)),
        values_(std::move(values)),
        isOpen_(rows_.size(), true),
        isDependent_(std::move(isDependent)) {}

  /// Eliminates one dependent velocity. The guard contains its pivot over its value, squared.
  void step(Expression& guard) {
    const auto [row, column] = choosePivot();
    const Expression pivot = rows_[row].coefficients[column];
    const double value = values_[row][column];
    if (!pivot.isConstant()) {
      const Expression part = pivot * (1 / value);
      guard = least(guard, part * part - leastPivot * leastPivot);
    }
    isOpen_[row] = isDependent_[column] = false;
    pivots_.emplace_back(row, column);
    scale(row, 1 / pivot, 1 / value);
    rows_[row].coefficients[column] = 1;
    for (std::size_t other = 0; other < rows_.size(); ++other)
      if (other != row && !isNumber(rows_[other].coefficients[column], 0))
        subtract(row, column, other);
  }

  SpanningMotion motion(const std::vector<int>& independent) const {
    const std::size_t n = isDependent_.size(), m = independent.size();
    SpanningMotion result{std::vector(n, std::vector<Expression>(m)), std::vector<Expression>(n),
                          independent};
    for (std::size_t j = 0; j < m; ++j) result.basis[at(independent[j])][j] = 1;
    for (const auto& [row, column] : pivots_) {
      result.offset[column] = rows_[row].rightSide;
      for (std::size_t j = 0; j < m; ++j)
        result.basis[column][j] = -rows_[row].coefficients[at(independent[j])];
    }
    return result;
  }

 private:
  std::pair<std::size_t, std::size_t> choosePivot() const {
    double largest = 0;
    eachCandidate([&](std::size_t row, std::size_t column) {
      largest = std::max(largest, std::abs(values_[row][column]));
    });
    std::pair<std::size_t, std::size_t> best;
    std::size_t bestCost = SIZE_MAX;
    eachCandidate([&](std::size_t row, std::size_t column) {
      if (!(std::abs(values_[row][column]) >= goodPivot * largest)) return;
      const std::size_t cost = fillOf(row, column);
      if (cost >= bestCost) return;
      bestCost = cost;
      best = {row, column};
    });
    return best;
  }

  template <typename Visit>
  void eachCandidate(Visit visit) const {
    for (std::size_t row = 0; row < rows_.size(); ++row)
      for (std::size_t column = 0; isOpen_[row] && column < isDependent_.size(); ++column)
        if (isDependent_[column] && !isNumber(rows_[row].coefficients[column], 0))
          visit(row, column);
  }

  /// Markowitz's bound of the number of products for a pivot.
  std::size_t fillOf(std::size_t row, std::size_t column) const {
    std::size_t inRow = 0, inColumn = 0;
    for (const Expression& entry : rows_[row].coefficients) inRow += !isNumber(entry, 0);
    for (std::size_t other = 0; other < rows_.size(); ++other)
      inColumn += !isNumber(rows_[other].coefficients[column], 0);
    return (inRow - 1) * (inColumn - 1);
  }

  void scale(std::size_t row, const Expression& factor, double value) {
    for (Expression& entry : rows_[row].coefficients) entry *= factor;
    rows_[row].rightSide *= factor;
    for (double& entry : values_[row]) entry *= value;
  }

  void subtract(std::size_t row, std::size_t column, std::size_t other) {
    const Expression factor = rows_[other].coefficients[column];
    const double value = values_[other][column];
    for (std::size_t k = 0; k < values_[row].size(); ++k) {
      rows_[other].coefficients[k] -= factor * rows_[row].coefficients[k];
      values_[other][k] -= value * values_[row][k];
    }
    rows_[other].coefficients[column] = 0;
    rows_[other].rightSide -= factor * rows_[row].rightSide;
  }

  std::vector<ConstraintRow> rows_;
  std::vector<std::vector<double>> values_;
  std::vector<bool> isOpen_, isDependent_;
  std::vector<std::pair<std::size_t, std::size_t>> pivots_;
};

/// K of all clusters at the tree's initial state, cluster by cluster, row by row.
std::vector<double> valuesOf(const std::vector<std::vector<ConstraintRow>>& rows,
                             const ClusterTree<double>& tree, const std::vector<double>& parameters,
                             int parameterArray) {
  std::vector<Expression> entries;
  for (const auto& cluster : rows)
    for (const ConstraintRow& row : cluster)
      entries.insert(entries.end(), row.coefficients.begin(), row.coefficients.end());
  const symbolic::Tape tape(entries);
  std::vector<const double*> inputs{tree.initialPosition().data(), tree.initialVelocity().data()};
  if (parameterArray >= 0) {
    inputs.resize(std::max(inputs.size(), at(parameterArray) + 1));
    inputs[at(parameterArray)] = parameters.data();
  }
  std::vector<double> values(entries.size()), workspace(at(tape.registers()));
  tape.run<double>(inputs.data(), values.data(), workspace.data());
  return values;
}

using Rows = std::vector<std::vector<ConstraintRow>>;  // by cluster

SpanningMotions eliminated(const ClusterTree<double>& tree, Rows rows,
                           const std::vector<double>& parameters, int parameterArray) {
  SpanningMotions result;
  result.clusters.resize(rows.size());
  if (std::none_of(tree.clusters().begin(), tree.clusters().end(),
                   [](const Cluster<double>& cluster) { return cluster.constraint.has_value(); }))
    return result;

  Workspace<double> work(tree);
  updateKinematics<double>(tree, tree.initialPosition(), tree.initialVelocity(), work);
  const std::vector<double> values = valuesOf(rows, tree, parameters, parameterArray);
  auto value = values.begin();
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    if (!cluster.constraint) continue;
    std::vector<std::vector<double>> matrix;
    for (std::size_t row = 0; row < rows[c].size(); ++row, value += cluster.spanning())
      matrix.emplace_back(value, value + cluster.spanning());
    const std::vector<int>& order = work.of(cluster).order;
    const auto firstIndependent = order.begin() + cluster.constraint->rank;
    std::vector<bool> isDependent(at(cluster.spanning()));
    for (auto place = order.begin(); place != firstIndependent; ++place)
      isDependent[at(*place)] = true;
    Elimination elimination(std::move(rows[c]), std::move(matrix), std::move(isDependent));
    for (int k = 0; k < cluster.constraint->rank; ++k) elimination.step(result.guard);
    result.clusters[c] = elimination.motion({firstIndependent, order.end()});
  }
  return result;
}

}  // namespace

SpanningMotions spanningMotionsOf(const ClusterTree<double>& tree, const std::vector<Expression>& q,
                                  const std::vector<Expression>& v, const Number& number,
                                  const std::vector<double>& parameters, int parameterArray) {
  Rows rows(tree.clusters().size());
  for (std::size_t c = 0; c < rows.size(); ++c)
    if (tree.clusters()[c].constraint) rows[c] = rowsOf(tree, tree.clusters()[c], q, v, number);
  return eliminated(tree, std::move(rows), parameters, parameterArray);
}

SpanningMotions closingMotionsOf(const ClusterTree<double>& tree, const std::vector<Expression>& q,
                                 const Number& number, const std::vector<double>& parameters,
                                 int parameterArray) {
  const std::vector<Expression> still(at(tree.velocitySize()));
  Rows rows(tree.clusters().size());
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    if (!cluster.constraint) continue;
    rows[c] = rowsOf(tree, cluster, q, still, number);
    const std::vector<Expression> gaps = gapsOf(tree, cluster, q, number);
    for (std::size_t row = 0; row < gaps.size(); ++row) rows[c][row].rightSide = -gaps[row];
  }
  return eliminated(tree, std::move(rows), parameters, parameterArray);
}

}  // namespace linkwork::codegen
