#include <array>

#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/plan_dynamics.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

using Kind = Plan::Segment::Kind;

/// The hinges of a segment.
std::pair<int, int> hingesOf(const Plan& plan, const Plan::Segment& segment) {
  if (segment.kind == Kind::hinges) return {segment.first, segment.last};
  return {plan.groups()[at(segment.first)].numbers.first,
          plan.groups()[at(segment.last - 1)].numbers.last};
}

/// The upper triangle of the mass matrix over all hinges, as they turn themselves, by the plan's
/// mass rows; after turnHinges.
template <typename Columns>
void writeColumns(const Plan& plan, Workspace<double>& work,
                  const hinges::ColumnPasses<double, Columns>& columns, const Columns& mass) {
  const hinges::Memory<double> memory = work.hinges.view(plan);
  const int* floatingDofs = plan.floatingDofs().data();
  for (const int body : plan.branchingBodies()) memory.composites[body] = {};
  for (const hinges::FloatingBody<double>& body : plan.floatingBodies())
    memory.frames[body.body] = memory.frames[ground];  // H does not depend on where it floats
  const auto& segments = plan.segments();
  for (const Plan::Segment& segment : segments) {
    if (segment.kind == Kind::floating) continue;
    const auto [first, last] = hingesOf(plan, segment);
    hinges::passes().outwardAxes(memory, first, last);
  }
  for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) {
    if (segment->kind == Kind::floating) {
      for (int i = segment->first; i < segment->last; ++i)
        columns.floatingComposite(memory, work.hinges.floatingBodies[at(i)], floatingDofs[i], mass);
      continue;
    }
    const auto [first, last] = hingesOf(plan, *segment);
    columns.inwardComposites(memory, plan.massRows().data(), floatingDofs, first, last, mass);
  }
}

/// H = Gᵀ H_s G of the matrix H_s over all hinges, q̇ = G ẏ, taken column by column, and what the
/// rotors of groups add: Σ Rᵀ I_a R, and C on the body that carries the group. Most rows of G have
/// one number.
template <typename Mass>
class Contraction {
 public:
  Contraction(const ClusterTree<double>& tree, Workspace<double>& work, Mass& mass)
      : tree_(tree),
        plan_(*tree.plan()),
        store_(work.hinges),
        memory_(work.hinges.view(plan_)),
        mass_(mass) {}

  void run(Workspace<double>& work) {
    mass_.setZero();
    const auto take = [](void* self, int column, const double* last) {
      static_cast<Contraction*>(self)->add(column, last);
    };
    writeColumns(plan_, work, hinges::passes().handedColumns,
                 hinges::HandedColumns<double>{&work.hinges.column.back(), this, take});
    for (const Plan::Group& group : plan_.groups())
      if (group.numbers.hasRotors) addRotors(numbersOf(group));
  }

 private:
  /// How a hinge turns with ẏ: by row `g` of G.
  struct Row {
    int dof, dofs, group;
    const double* g;
  };
  Row rowOf(int hinge) const {
    const Plan::Row& row = plan_.rows()[at(hinge)];
    return {row.dof, row.dofs, row.group,
            row.group < 0 ? &plan_.drives()[at(hinge)].ratio : memory_.bases + row.basis};
  }
  int floatingDof(int place) const {
    return tree_.clusterOf(tree_.body(plan_.floatingBodies()[at(place)].body)).firstDof;
  }
  const hinges::CoupledGroup<double>& numbersOf(const Plan::Group& group) const {
    return store_.coupledGroups[at(group.numbers.place)];
  }

  /// Calls `visitHinge` with the hinges up to one, inward, and `visitFloating` with the body that
  /// floats beneath them, if any.
  template <typename VisitHinge, typename VisitFloating>
  void walkInward(int hinge, VisitHinge visitHinge, VisitFloating visitFloating) const {
    const auto& rows = plan_.massRows();
    while (true) {
      const hinges::MassRow& row = rows[at(rows[at(hinge)].first)];
      for (int i = hinge; i >= row.first; --i) visitHinge(i);
      if (row.carrier < 0) return row.floating >= 0 ? visitFloating(row.floating) : void();
      hinge = row.carrier;
    }
  }

  /// Column of H_s: of the bodies that float, six each, then of the hinges.
  void add(int column, const double* last) {
    const int floating = 6 * static_cast<int>(plan_.floatingBodies().size());
    if (column < floating)
      addFloating(column / 6, column % 6, last);
    else
      addHinge(column - floating, last);
  }

  void addFloating(int place, int k, const double* last) {
    const int dof = floatingDof(place);
    for (int row = 0; row <= k; ++row) mass_(dof + row, dof + k) = last[row - k];
  }

  void addHinge(int i, const double* value) {
    const Row own = rowOf(i);
    walkInward(
        i,
        [&](int r) {
          if (r == i)
            addSquare(own, *value);
          else
            addPair(own, rowOf(r), *value);
          --value;
        },
        [&](int floating) {
          const int to = floatingDof(floating);
          value -= 5;
          for (int k = 0; k < 6; ++k)
            for (int j = 0; j < own.dofs; ++j) mass_(to + k, own.dof + j) += value[k] * own.g[j];
        });
  }

  void addSquare(const Row& own, double value) {
    for (int j = 0; j < own.dofs; ++j)
      for (int l = 0; l <= j; ++l) mass_(own.dof + l, own.dof + j) += value * own.g[j] * own.g[l];
  }

  void addPair(const Row& own, const Row& other, double value) {
    if (own.dofs == 1 && other.dofs == 1) {
      const double share = value * own.g[0] * other.g[0];
      mass_(other.dof, own.dof) += own.dof == other.dof ? 2 * share : share;
      return;
    }
    const bool isSame = own.group >= 0 && own.group == other.group;
    for (int j = 0; j < own.dofs; ++j) {
      if (isSame)
        for (int l = 0; l <= j; ++l)
          mass_(own.dof + l, own.dof + j) +=
              value * (own.g[j] * other.g[l] + other.g[j] * own.g[l]);
      else if (own.g[j] != 0)
        for (int l = 0; l < other.dofs; ++l)
          mass_(other.dof + l, own.dof + j) += value * own.g[j] * other.g[l];
    }
  }

  void addRotors(const hinges::CoupledGroup<double>& group) {
    const int dof = plan_.rows()[at(group.first)].dof;
    for (int j = 0; j < group.dofs; ++j)
      for (int l = 0; l <= j; ++l) mass_(dof + l, dof + j) += group.reflected[j][l];
    if (group.parent == ground) return;
    for (int j = 0; j < group.dofs; ++j) {
      std::array<double, 3> n{};
      const auto& axes = memory_.frames[group.parent].axes;
      for (int k = 0; k < 3; ++k)
        for (int axis = 0; axis < 3; ++axis) n[at(k)] += axes[axis][k] * group.couple[j][axis];
      const auto addToFloating = [&](int floating) {
        for (int k = 0; k < 3; ++k) mass_(floatingDof(floating) + k, dof + j) += n[at(k)];
      };
      const hinges::MassRow& row = plan_.massRows()[at(group.first)];
      if (row.carrier < 0) {
        if (row.floating >= 0) addToFloating(row.floating);
        continue;
      }
      walkInward(
          row.carrier,
          [&](int r) {
            const Row carrier = rowOf(r);
            double asked = 0;
            for (int k = 0; k < 3; ++k) asked += memory_.axes[k][r] * n[at(k)];
            for (int l = 0; l < carrier.dofs; ++l)
              mass_(carrier.dof + l, dof + j) += asked * carrier.g[l];
          },
          addToFloating);
    }
  }

  const ClusterTree<double>& tree_;
  const Plan& plan_;
  const HingeMemory<double>& store_;
  const hinges::Memory<double> memory_;
  Mass& mass_;
};

template <typename Mass>
void contractedMassMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                          Workspace<double>& work, Mass& mass) {
  work.spanningAccelerations.setZero();
  for (const Plan::Group& group : tree.plan()->groups())
    if (!group.isConstant)
      updateMotions(tree, group, q, work.spanningAccelerations, work, JointChoice::asKinematics);
  Contraction(tree, work, mass).run(work);
}

}  // namespace

void planMassMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                    Workspace<double>& work, MatrixRef<double> mass) {
  const Plan& plan = *tree.plan();
  const int stride = static_cast<int>(mass.outerStride());
  turnHinges(tree, q, work);
  if (!plan.hasMassRows()) {
    contractedMassMatrix(tree, q, work, mass);
  } else {
    writeColumns(plan, work, hinges::passes().wholeColumns,
                 hinges::WholeColumns<double>{mass.data(), stride});
    const auto& drives = plan.drives();
    for (std::size_t i = 0; i < drives.size(); ++i) {  // where a slow rotor was chosen for ẏ
      if (drives[i].ratio == 1) continue;
      const int dof = plan.massRows()[i].dof;
      mass.col(dof) *= drives[i].ratio;
      mass.row(dof) *= drives[i].ratio;
    }
  }
  hinges::passes().mirror(mass.data(), static_cast<int>(mass.rows()), stride);
}

void planMassMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                    Workspace<double>& work, BranchMatrix& mass) {
  const Plan& plan = *tree.plan();
  turnHinges(tree, q, work);
  if (!plan.hasMassRows()) return contractedMassMatrix(tree, q, work, mass);
  writeColumns(plan, work, hinges::passes().branchColumns,
               hinges::BranchColumns<double>{mass.numbers(), mass.branches().start});
  const auto& drives = plan.drives();
  for (std::size_t i = 0; i < drives.size(); ++i)
    if (drives[i].ratio != 1) mass.scale(plan.massRows()[i].dof, drives[i].ratio);
}

}  // namespace linkwork
