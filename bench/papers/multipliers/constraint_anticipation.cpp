#include "papers/multipliers/constraint_anticipation.hpp"

#include <algorithm>
#include <utility>

#include "linkwork/errors.hpp"

namespace linkwork::papers {
namespace {

/// Numbers that follow one another can be added without a look at the list.
bool isRun(const int* list, int count) { return list[count - 1] - list[0] == count - 1; }

int rowsOf(const BodyForest& forest) {
  int rows = 0;
  for (const int auxiliary : forest.auxiliaries()) rows += forest.constraints()[at(auxiliary)].rows;
  return rows;
}

bool areWorkless(const BodyForest& forest) {
  return std::none_of(forest.constraints().begin(), forest.constraints().end(),
                      [](const BodyConstraint& constraint) { return constraint.isWorking; });
}

}  // namespace

DelassusColumns::DelassusColumns(const BodyForest& forest)
    : rows_(rowsOf(forest)),
      isWorkless_(areWorkless(forest)),
      firstLoad_(forest.constraints().size(), -1),
      workless_(isWorkless_ ? rows_ : 0),
      working_(isWorkless_ ? 0 : rows_) {
  addLoads(forest);
  addSteps(forest);
  products_.setZero(columns_, columns_);
  whole_.setZero(columns_);
  if (!isWorkless_) factored_ = response_.setZero(rows_, rows_);
  int rows = 0;
  for (const BodyForest::Node& node : forest.nodes()) rows = std::max(rows, node.rows);
  workspace_.assign(at((rows + 1) * columns_), 0);
  squares_.assign(at(columns_), 0);
}

/// Columns: Jᵃᵀ of all rows, then K of those of working constraints.
void DelassusColumns::addLoads(const BodyForest& forest) {
  int row = 0, numbers = 0;
  columns_ = rows_;
  for (const int auxiliary : forest.auxiliaries()) {
    const BodyConstraint& constraint = forest.constraints()[at(auxiliary)];
    firstLoad_[at(auxiliary)] = static_cast<int>(loads_.size());
    const int keeping = constraint.isWorking ? columns_ : row;
    for (const int body : constraint.bodies) {
      const int size = forest.nodes()[at(forest.nodeOf(body))].size * constraint.rows;
      Load load{.rows = constraint.rows, .own = std::exchange(numbers, numbers + size)};
      load.keeping = constraint.isWorking ? std::exchange(numbers, numbers + size) : load.own;
      load.ownColumn = row;
      load.keepingColumn = keeping;
      loads_.push_back(load);
    }
    for (int i = 0; i < constraint.rows; ++i) keepingColumn_.push_back(keeping + i);
    if (constraint.isWorking) columns_ += constraint.rows;
    row += constraint.rows;
  }
  numbers_.assign(at(numbers), 0);
}

/// The bodies on paths to the roots, which columns each has, and where its panel is while forces
/// come in: panels take turns in a few slots.
void DelassusColumns::addSteps(const BodyForest& forest) {
  const std::size_t nodes = forest.nodes().size();
  std::vector<std::vector<int>> columns(nodes);
  std::vector<std::vector<const Load*>> loads(nodes);
  for (const int auxiliary : forest.auxiliaries()) {
    const std::vector<int>& bodies = forest.constraints()[at(auxiliary)].bodies;
    for (int place = 0; place < static_cast<int>(bodies.size()); ++place) {
      const Load& load = loadOf(auxiliary, place);
      loads[at(forest.nodeOf(bodies[at(place)]))].push_back(&load);
      for (int node = forest.nodeOf(bodies[at(place)]); node >= 0;
           node = forest.nodes()[at(node)].parent)
        for (int i = 0; i < load.rows; ++i) {
          columns[at(node)].push_back(load.ownColumn + i);
          if (load.keeping != load.own) columns[at(node)].push_back(load.keepingColumn + i);
        }
    }
  }
  for (std::vector<int>& list : columns) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  const auto placeOf = [](const std::vector<int>& list, int column) {
    return static_cast<int>(std::lower_bound(list.begin(), list.end(), column) - list.begin());
  };
  std::vector<int> slotOf(nodes, -1), unused;
  int slots = 0;
  const auto takeSlot = [&](std::size_t node) {
    if (slotOf[node] >= 0) return;
    if (unused.empty()) unused.push_back(slots++);
    slotOf[node] = unused.back();
    unused.pop_back();
  };
  for (std::size_t i = 0; i < nodes; ++i) {
    if (columns[i].empty()) continue;
    const BodyForest::Node& node = forest.nodes()[i];
    takeSlot(i);
    Step step{.node = static_cast<int>(i), .count = static_cast<int>(columns[i].size())};
    slotSize_ = std::max(slotSize_, node.size * step.count);
    step.columns = static_cast<int>(lists_.size());
    lists_.insert(lists_.end(), columns[i].begin(), columns[i].end());
    step.onParent = static_cast<int>(lists_.size());
    if (node.parent >= 0) {
      takeSlot(at(node.parent));
      step.parentSlot = slotOf[at(node.parent)];
      const std::vector<int>& above = columns[at(node.parent)];
      step.parentCount = static_cast<int>(above.size());
      for (const int column : columns[i]) lists_.push_back(placeOf(above, column));
    }
    step.slot = slotOf[i];
    unused.push_back(step.slot);
    step.firstEntry = static_cast<int>(entries_.size());
    for (const Load* load : loads[i]) {
      entries_.push_back({load->own, load->rows, placeOf(columns[i], load->ownColumn)});
      if (load->keeping != load->own)
        entries_.push_back({load->keeping, load->rows, placeOf(columns[i], load->keepingColumn)});
    }
    step.entries = static_cast<int>(entries_.size()) - step.firstEntry;
    steps_.push_back(step);
  }
  slots_.assign(at(slots) * at(slotSize_), 0);
}

void DelassusColumns::respond(const ForestSolver& solver) {
  std::fill(slots_.begin(), slots_.end(), 0);
  products_.setZero();
  whole_.setZero();
  for (const Step& step : steps_) {
    const BodyForest::Node& node = solver.forest().nodes()[at(step.node)];
    double* panel = slots_.data() + at(step.slot) * at(slotSize_);
    for (int e = step.firstEntry; e < step.firstEntry + step.entries; ++e) {
      const Entry& entry = entries_[at(e)];
      const double* numbers = numbers_.data() + entry.numbers;
      for (int c = 0; c < entry.columns; ++c)
        for (int r = 0; r < node.size; ++r)
          panel[r * step.count + entry.first + c] += numbers[r + c * node.size];
    }
    double* parent =
        step.parentSlot < 0 ? nullptr : slots_.data() + at(step.parentSlot) * at(slotSize_);
    solver.passOn(step.node, panel, step.count, squares_.data(), workspace_.data(), parent,
                  step.parentCount, lists_.data() + step.onParent);
    addProducts(step, node, panel);
    std::fill_n(panel, node.size * step.count, 0);
  }
  for (int j = 0; j < columns_; ++j)
    for (int i = j + 1; i < columns_; ++i) products_(j, i) = products_(i, j);
  dropImplied();
  if (isWorkless_) return;
  for (int j = 0; j < rows_; ++j)
    response_.col(j) = products_.col(keepingColumn_[at(j)]).head(rows_);
}

void DelassusColumns::factor() {
  if (isWorkless_) {
    rank_ = workless_.factor(products_);
    return;
  }
  factored_ = response_;
  working_.scale(factored_.data());
  rank_ = working_.factor(factored_.data());
}

/// xᵢ · xⱼ of all columns at a body, into the lower triangle, and FᵀM̂⁻¹F.
void DelassusColumns::addProducts(const Step& step, const BodyForest::Node& node,
                                  const double* panel) {
  const int* columns = lists_.data() + step.columns;
  for (int j = 0; j < step.count; ++j) whole_[columns[j]] += squares_[at(j)];
  const bool isContiguous = isRun(columns, step.count);
  for (int j = 0; j < step.count; ++j) {
    double* to = products_.data() + columns[j] * columns_;
    double* sums = isContiguous ? to + columns[0] : workspace_.data();
    if (!isContiguous) std::fill_n(sums + j, step.count - j, 0);
    for (int r = 0; r < node.size; ++r) {
      const double* row = panel + r * step.count;
      const double factor = row[j];
      for (int i = j; i < step.count; ++i) sums[i] += factor * row[i];
    }
    if (isContiguous) continue;
    for (int i = j; i < step.count; ++i) to[columns[i]] += sums[i];
  }
}

void DelassusColumns::dropImplied() {
  if (!products_.allFinite())
    throw SimulationError("the forces of an auxiliary constraint are not finite");
  for (int i = 0; i < columns_; ++i) {
    if (products_(i, i) > impliedTolerance * impliedTolerance * whole_[i]) continue;
    products_.row(i).setZero();
    products_.col(i).setZero();
  }
}

void DelassusColumns::solve(const Eigen::VectorXd& a, Eigen::VectorXd& mu) {
  if (isWorkless_) {
    workless_.solve(products_, a, mu);
  } else {
    mu = a;
    working_.solve(factored_.data(), mu.data(), 1);
  }
  mu = -mu;
}

}  // namespace linkwork::papers
