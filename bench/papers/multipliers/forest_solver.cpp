#include "papers/multipliers/forest_solver.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/errors.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "papers/multipliers/small_blocks.hpp"

namespace linkwork::papers {
namespace {

using block::even;
using block::lowerSize;

/// Dimensions of a node, of its constraint and of its parent, and where in the node's record its
/// factors are.
template <int n, int m, int p>
struct NodeSizes {
  block::Size<n> size;
  block::Size<m> rows;
  block::Size<p> parent;

  constexpr int local() const { return 0; }                           ///< F̂_b → M̂_b⁻¹F̂_b
  constexpr int step() const { return even(size); }                   ///< s
  constexpr int pivots() const { return step() + even(rows); }        ///< D⁻¹
  constexpr int lower() const { return pivots() + even(size); }       ///< L
  constexpr int ratios() const { return lower() + lowerSize(size); }  ///< R, E⁻¹ on its diagonal
  constexpr int conjugates() const { return ratios() + even(rows * rows); }     ///< Q
  constexpr int responses() const { return conjugates() + even(size) * rows; }  ///< V
  constexpr int passed() const { return responses() + even(size) * rows; }      ///< Yᵀ
  constexpr int end() const { return passed() + even(parent) * rows; }
};
using AnySizes = NodeSizes<-1, -1, -1>;

AnySizes sizesOf(const BodyForest::Node& node) {
  return {{node.size}, {node.rows}, {node.parentSize}};
}

}  // namespace

ForestSolver::ForestSolver(BodyForest forest)
    : forest_(std::move(forest)), nodeOfConstraint_(forest_.constraints().size(), -1) {
  int masses = 0, forces = 0, records = 0;
  const auto take = [](int& total, int count) { return std::exchange(total, total + count); };
  const std::vector<BodyForest::Node>& nodes = forest_.nodes();
  for (int i = 0; i < static_cast<int>(nodes.size()); ++i) {
    const BodyForest::Node& node = nodes[at(i)];
    places_.push_back({.mass = take(masses, node.size * node.size),
                       .own = take(forces, node.size * node.rows),
                       .other = take(forces, node.parentSize * node.rows),
                       .record = take(records, sizesOf(node).end())});
    if (node.constraint >= 0) nodeOfConstraint_[at(node.constraint)] = i;
    const bool isSame = i > 0 && node.size == nodes[at(i - 1)].size &&
                        node.rows == nodes[at(i - 1)].rows &&
                        node.parentSize == nodes[at(i - 1)].parentSize;
    if (!isSame) runs_.push_back({i, i});
    ++runs_.back().last;
  }
  masses_.assign(at(masses), 0);
  forces_.assign(at(forces), 0);
  records_.assign(at(records), 0);
}

const double* ForestSolver::forces(int constraint, int side) const {
  const int node = nodeOfConstraint_[at(constraint)];
  const Place& place = places_[at(node)];
  return forces_.data() + (forest_.nodes()[at(node)].side == side ? place.own : place.other);
}

double* ForestSolver::forces(int constraint, int side) {
  return const_cast<double*>(std::as_const(*this).forces(constraint, side));
}

/// Calls kernel(node, sizes) for a run's nodes in their order, with sizes known when compiled where
/// the body is one in the plane or in space and its parent, if it has one, is as well.
template <typename Kernel>
void ForestSolver::visit(const Run& run, const Kernel& kernel) {
  const BodyForest::Node& node = forest_.nodes()[at(run.first)];
  const auto all = [&](auto sizes) {
    for (int i = run.first; i < run.last; ++i) kernel(i, sizes);
  };
  const auto alike = [&]<int n>() {
    linalg::withSize<n>(node.rows + 1, [&]<int m>() { all(NodeSizes<n, m - 1, n>{}); });
  };
  const bool isAlike = node.rows < node.size && (node.parent < 0 || node.parentSize == node.size);
  if (isAlike && node.size == 6)
    alike.template operator()<6>();
  else if (isAlike && node.size == 3)
    alike.template operator()<3>();
  else
    all(sizesOf(node));
}

void ForestSolver::refuse(const BodyForest::Node& node, bool isMass) const {
  const std::string body = detail::itemPath("bodies", at(node.body));
  throw SimulationError(isMass ? body + ": the mass matrix is not positive definite"
                               : forest_.nameOf(node.constraint) +
                                     ": its rows depend on each other on " + body);
}

void ForestSolver::factor() {
  for (const Run& run : runs_)
    visit(run, [this](int i, auto sizes) LINKWORK_INLINE {
      block::copyLower(masses_.data() + places_[at(i)].mass, sizes.size,
                       records_.data() + places_[at(i)].record + sizes.lower());
    });
  for (const Run& run : runs_)
    visit(run, [this](int i, auto sizes) LINKWORK_INLINE { eliminate(i, sizes); });
}

template <typename Sizes>
[[gnu::always_inline]] inline void ForestSolver::eliminate(int i, Sizes sizes) {
  const Place& place = places_[at(i)];
  const BodyForest::Node& node = forest_.nodes()[at(i)];
  double* record = records_.data() + place.record;
  double *lower = record + sizes.lower(), *pivots = record + sizes.pivots();
  double *conjugates = record + sizes.conjugates(), *responses = record + sizes.responses();
  double* ratios = record + sizes.ratios();
  if (!block::factorLower(lower, pivots, sizes.size)) refuse(node, true);
  block::pad(forces_.data() + place.own, sizes.size, sizes.rows, conjugates);
  block::each(sizes.rows, [&](int k) LINKWORK_INLINE {
    block::solveLower(lower, conjugates + k * even(sizes.size), sizes.size);
  });
  if (!block::conjugate(pivots, conjugates, responses, ratios, sizes.size, sizes.rows))
    refuse(node, false);
  block::each(sizes.rows, [&](int k) LINKWORK_INLINE {
    block::solveLowerTransposed(lower, responses + k * even(sizes.size), sizes.size);
  });
  if (node.parent < 0) return;

  // Yᵀ = J_pᵀ R⁻¹ and M̂_p += Yᵀ E⁻¹ Y
  const int lead = even(sizes.parent), m = sizes.rows;
  double* passed = record + sizes.passed();
  double* parent = records_.data() + places_[at(node.parent)].record +
                   sizesOf(forest_.nodes()[at(node.parent)]).lower();
  block::pad(forces_.data() + place.other, sizes.parent, sizes.rows, passed);
  block::each(sizes.rows, [&](int k) LINKWORK_INLINE {
    block::each(sizes.rows, [&](int j) LINKWORK_INLINE {
      if (j < k) block::add(passed + k * lead, -ratios[j + k * m], passed + j * lead, sizes.parent);
    });
  });
  block::each(sizes.parent, [&](int j) LINKWORK_INLINE {
    double* column = parent + block::lowerColumn(sizes.parent, j);
    block::each(sizes.rows, [&](int k) LINKWORK_INLINE {
      const double* own = passed + k * lead;
      block::add(column, ratios[k + k * m] * own[j], own, sizes.parent, j);
    });
  });
}

void ForestSolver::solve(const double* force, const double* c, double* acceleration,
                         double* multipliers) {
  for (const Run& run : runs_)
    visit(run, [=, this](int i, auto sizes) LINKWORK_INLINE {
      block::pad(force + forest_.nodes()[at(i)].first, sizes.size, 1,
                 records_.data() + places_[at(i)].record + sizes.local());
    });
  for (const Run& run : runs_)
    visit(run, [=, this](int i, auto sizes) LINKWORK_INLINE { goBackward(i, sizes, c); });
  for (std::size_t i = runs_.size(); i-- > 0;) {
    const Run& run = runs_[i];
    visit(run, [=, this](int k, auto sizes) LINKWORK_INLINE {
      goForward(run.first + run.last - 1 - k, sizes, acceleration, multipliers);
    });
  }
}

template <typename Sizes>
[[gnu::always_inline]] inline void ForestSolver::goBackward(int i, Sizes sizes, const double* c) {
  const BodyForest::Node& node = forest_.nodes()[at(i)];
  double* record = records_.data() + places_[at(i)].record;
  double *local = record + sizes.local(), *step = record + sizes.step();
  const double *ratios = record + sizes.ratios(), *own = c + node.firstRow;
  const int m = sizes.rows;
  // s = −E⁻¹(R⁻ᵀc + VᵀF̂)
  block::each(sizes.rows, [&](int k) LINKWORK_INLINE {
    step[k] = own[k];
    for (int j = 0; j < k; ++j) step[k] -= ratios[j + k * m] * step[j];
  });
  block::each(sizes.rows, [&](int k) LINKWORK_INLINE {
    const double* response = record + sizes.responses() + k * even(sizes.size);
    step[k] = -ratios[k + k * m] * (step[k] + block::dot(response, local, sizes.size));
  });
  if (node.parent >= 0) {
    double* parent = records_.data() + places_[at(node.parent)].record;
    block::each(sizes.rows, [&](int k) LINKWORK_INLINE {
      const double* passed = record + sizes.passed() + k * even(sizes.parent);
      block::add(parent, step[k], passed, sizes.parent);
    });
  }
  block::solveLower(record + sizes.lower(), local, sizes.size);
  block::scale(record + sizes.pivots(), local, sizes.size);
  block::solveLowerTransposed(record + sizes.lower(), local, sizes.size);
}

template <typename Sizes>
[[gnu::always_inline]] inline void ForestSolver::goForward(int i, Sizes sizes, double* acceleration,
                                                           double* multipliers) {
  const BodyForest::Node& node = forest_.nodes()[at(i)];
  double* record = records_.data() + places_[at(i)].record;
  double *local = record + sizes.local(), *step = record + sizes.step();
  const double* ratios = record + sizes.ratios();
  const int m = sizes.rows;
  if (node.parent >= 0) {
    const double* parent = records_.data() + places_[at(node.parent)].record;
    block::each(sizes.rows, [&](int k) LINKWORK_INLINE {
      const double* passed = record + sizes.passed() + k * even(sizes.parent);
      step[k] -= ratios[k + k * m] * block::dot(passed, parent, sizes.parent);
    });
  }
  block::each(sizes.rows, [&](int k) LINKWORK_INLINE {
    block::add(local, step[k], record + sizes.responses() + k * even(sizes.size), sizes.size);
  });
  for (int j = 0; j < sizes.size; ++j) acceleration[node.first + j] = local[j];
  block::each(sizes.rows, [&](int last) LINKWORK_INLINE {
    const int k = m - 1 - last;
    for (int j = k + 1; j < m; ++j) step[k] -= ratios[k + j * m] * step[j];
    multipliers[node.firstRow + k] = step[k];
  });
}

void ForestSolver::passOn(int i, double* panel, int count, double* squares, double* workspace,
                          double* parent, int parentCount, const int* columns) const {
  const BodyForest::Node& node = forest_.nodes()[at(i)];
  const AnySizes sizes = sizesOf(node);
  const double* record = records_.data() + places_[at(i)].record;
  const double *pivots = record + sizes.pivots(), *ratios = record + sizes.ratios();
  const auto add = [count](double* to, double factor, const double* row) {
    for (int k = 0; k < count; ++k) to[k] += factor * row[k];
  };
  std::fill_n(squares, count, 0);
  for (int c = 0; c < node.size; ++c) {
    const double* column = record + sizes.lower() + block::lowerColumn(node.size, c);
    const double* row = panel + c * count;
    for (int k = 0; k < count; ++k) squares[k] += pivots[c] * row[k] * row[k];
    for (int r = c + 1; r < node.size; ++r) add(panel + r * count, -column[r], row);
  }
  std::fill_n(workspace, node.rows * count, 0);
  for (int c = 0; c < node.rows; ++c) {
    const double* conjugate = record + sizes.conjugates() + c * even(node.size);
    const double inverse = ratios[c + c * node.rows];
    double* step = workspace + c * count;
    for (int r = 0; r < node.size; ++r)
      add(step, -inverse * conjugate[r] * pivots[r], panel + r * count);
    for (int r = 0; r < node.size; ++r) add(panel + r * count, conjugate[r], step);
  }
  for (int r = 0; r < node.size; ++r) {
    const double root = std::sqrt(pivots[r]);
    for (int k = 0; k < count; ++k) panel[r * count + k] *= root;
  }
  if (node.parent < 0) return;
  double* sums = workspace + node.rows * count;
  for (int r = 0; r < node.parentSize; ++r) {
    std::fill_n(sums, count, 0);
    for (int c = 0; c < node.rows; ++c)
      add(sums, record[sizes.passed() + r + c * even(node.parentSize)], workspace + c * count);
    for (int k = 0; k < count; ++k) parent[r * parentCount + columns[k]] += sums[k];
  }
}

}  // namespace linkwork::papers
