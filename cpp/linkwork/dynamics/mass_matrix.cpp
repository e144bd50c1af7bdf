#include "linkwork/dynamics/mass_matrix.hpp"

#include <stdexcept>
#include <string>

#include "linkwork/dynamics/crba.hpp"
#include "linkwork/dynamics/general_composites.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

/// H = Gᵀ H_s G of the matrix H_s over all revolute joints, q̇ = G ẏ, column by column, plus the
/// rotors of groups: Σ Rᵀ I_a R, and C on the parent body of the group. Most rows of G have one
/// nonzero.
template <typename Mass>
class Contraction {
 public:
  Contraction(const ClusterTree<double>& tree, Workspace<double>& work, Mass& mass)
      : tree_(tree),
        plan_(*tree.plan()),
        store_(work.kernels),
        memory_(work.kernels.view(plan_)),
        mass_(mass) {}

  void run(Workspace<double>& work) {
    mass_.setZero();
    const auto take = [](void* self, int column, const double* last) {
      static_cast<Contraction*>(self)->add(column, last);
    };
    kernels::passes().crbaByColumn(
        plan_, work.kernels,
        kernels::HandedColumns<double>{&work.kernels.column.back(), this, take});
    for (const Plan::Group& group : plan_.groups())
      if (group.numbers.hasRotors) addRotors(numbersOf(group));
  }

 private:
  /// The rate of a joint per ẏ: row `g` of G.
  struct Row {
    int dof, dofs, group;
    const double* g;
  };
  Row rowOf(int revolute) const {
    const Plan::Row& row = plan_.rows()[at(revolute)];
    return {row.dof, row.dofs, row.group,
            row.group < 0 ? &plan_.drives()[at(revolute)].ratio : memory_.bases + row.basis};
  }
  int floatingDof(int place) const {
    return tree_.clusterOf(tree_.body(plan_.floatingBodies()[at(place)].body)).firstDof;
  }
  const kernels::CoupledGroup<double>& numbersOf(const Plan::Group& group) const {
    return store_.coupledGroups[at(group.numbers.place)];
  }

  /// Calls `visitRevolute` with the joints up to one, backward, and `visitFloating` with the
  /// floating body that supports them, if any.
  template <typename VisitRevolute, typename VisitFloating>
  void walkToRoot(int revolute, VisitRevolute visitRevolute, VisitFloating visitFloating) const {
    const auto& rows = plan_.massRows();
    while (true) {
      const kernels::MassRow& row = rows[at(rows[at(revolute)].first)];
      for (int i = revolute; i >= row.first; --i) visitRevolute(i);
      if (row.support < 0) return row.floating >= 0 ? visitFloating(row.floating) : void();
      revolute = row.support;
    }
  }

  /// Column of H_s: six rows per floating body, then the revolute joints.
  void add(int column, const double* last) {
    const int floating = 6 * static_cast<int>(plan_.floatingBodies().size());
    if (column < floating)
      addFloating(column / 6, column % 6, last);
    else
      addRevolute(column - floating, last);
  }

  void addFloating(int place, int k, const double* last) {
    const int dof = floatingDof(place);
    for (int row = 0; row <= k; ++row) mass_(dof + row, dof + k) = last[row - k];
  }

  void addRevolute(int i, const double* value) {
    const Row own = rowOf(i);
    walkToRoot(
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

  void addRotors(const kernels::CoupledGroup<double>& group) {
    const int dof = plan_.rows()[at(group.first)].dof;
    for (int j = 0; j < group.dofs; ++j)
      for (int l = 0; l <= j; ++l) mass_(dof + l, dof + j) += group.reflected[j][l];
    if (group.parent == ground) return;
    for (int j = 0; j < group.dofs; ++j) {
      const auto& [x, y, z, origin] = memory_.frames[group.parent];
      const Vec3<double>& u = group.couple[j];
      const Vec3<double> moment = u.x * x + u.y * y + u.z * z;
      const auto addToFloating = [&](int floating) {
        for (int k = 0; k < 3; ++k) mass_(floatingDof(floating) + k, dof + j) += moment[k];
      };
      const kernels::MassRow& row = plan_.massRows()[at(group.first)];
      if (row.support < 0) {
        if (row.floating >= 0) addToFloating(row.floating);
        continue;
      }
      walkToRoot(
          row.support,
          [&](int r) {
            const Row support = rowOf(r);
            double asked = 0;
            for (int k = 0; k < 3; ++k) asked += memory_.axes[k][r] * moment[k];
            for (int l = 0; l < support.dofs; ++l)
              mass_(support.dof + l, dof + j) += asked * support.g[l];
          },
          addToFloating);
    }
  }

  const ClusterTree<double>& tree_;
  const Plan& plan_;
  const KernelWorkspace<double>& store_;
  const kernels::Memory<double> memory_;
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

/// H of trees with clusters of the general kernel: its upper triangle.
template <typename Mass>
void generalMassMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                       Workspace<double>& work, Mass& mass) {
  work.spanningAccelerations.setZero();
  updateKinematics<double>(tree, q, work.spanningAccelerations, work);
  mass.setZero();
  kernels::crba(GeneralComposites(tree, *tree.plan(), work, mass));
}

}  // namespace

void massMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                Workspace<double>& work, MatrixRef<double> mass) {
  if (mass.rows() != tree.degreesOfFreedom() || mass.cols() != tree.degreesOfFreedom())
    throw std::invalid_argument("massMatrix: expected a square matrix of " +
                                std::to_string(tree.degreesOfFreedom()) + " rows");
  const Plan& plan = *tree.plan();
  if (plan.hasGeneral()) {
    generalMassMatrix(tree, q, work, mass);
    mass.triangularView<Eigen::StrictlyLower>() = mass.transpose();
    return;
  }
  const int stride = static_cast<int>(mass.outerStride());
  updateJointTransforms(tree, q, work);
  if (!plan.hasMassRows()) {
    contractedMassMatrix(tree, q, work, mass);
  } else {
    kernels::passes().crba(plan, work.kernels, kernels::WholeColumns<double>{mass.data(), stride});
    const auto& drives = plan.drives();
    for (std::size_t i = 0; i < drives.size(); ++i) {  // if a rotor of a slow gear is independent
      if (drives[i].ratio == 1) continue;
      const int dof = plan.massRows()[i].dof;
      mass.col(dof) *= drives[i].ratio;
      mass.row(dof) *= drives[i].ratio;
    }
  }
  kernels::passes().mirror(mass.data(), static_cast<int>(mass.rows()), stride);
}

void massMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                Workspace<double>& work, BranchMatrix& mass) {
  if (mass.size() != tree.degreesOfFreedom())
    throw std::invalid_argument("massMatrix: expected the branches of the same tree");
  const Plan& plan = *tree.plan();
  if (plan.hasGeneral()) return generalMassMatrix(tree, q, work, mass);
  updateJointTransforms(tree, q, work);
  if (!plan.hasMassRows()) return contractedMassMatrix(tree, q, work, mass);
  kernels::passes().crbaByBranch(
      plan, work.kernels, kernels::BranchColumns<double>{mass.numbers(), mass.branches().start});
  const auto& drives = plan.drives();
  for (std::size_t i = 0; i < drives.size(); ++i)
    if (drives[i].ratio != 1) mass.scale(plan.massRows()[i].dof, drives[i].ratio);
}

}  // namespace linkwork
