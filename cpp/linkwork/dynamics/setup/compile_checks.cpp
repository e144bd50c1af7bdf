#include "linkwork/dynamics/setup/compile_checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/constraints/rows.hpp"
#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/cut_loops.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/spatial/so3.hpp"

namespace linkwork {
namespace {

/// Whether the errors are finite and within the closure tolerance.
template <typename Scalar>
bool isClosed(const Scalar& gap) {
  using std::abs;
  return abs(gap) <= Scalar(closureTolerance);
}

/// `loops[0]: problem ("name")`, and the same for couplings.
template <typename Items>
MechanismError faultOf(const Items& items, const char* list, int place,
                       const std::string& problem) {
  const auto index = static_cast<std::size_t>(place);
  return {detail::itemPath(list, index), problem + " (" + detail::quoted(items[index].name) + ")"};
}

MechanismError loopFault(const Mechanism& mechanism, int loop, const std::string& problem) {
  return faultOf(mechanism.loops, "loops", loop, problem);
}

MechanismError couplingFault(const Mechanism& mechanism, int coupling, const std::string& problem) {
  return faultOf(mechanism.couplings, "couplings", coupling, problem);
}

}  // namespace

template <typename Scalar>
void requireClosed(const Mechanism& mechanism, const ClusterTree<Scalar>& tree,
                   const Cluster<Scalar>& cluster, Workspace<Scalar>& work) {
  const auto& q = tree.initialPosition();
  updateJoints<Scalar>(tree, cluster, q, tree.initialVelocity(), work);
  assembleConstraints<Scalar>(tree, cluster, q, tree.initialVelocity(), ConstraintLevel::position,
                              work);
  for (const LoopClosure<Scalar>& loop : cluster.constraint->loops) {
    const Transform<Scalar> gap = violationOf(cluster, loop, work.of(tree, cluster));
    const Scalar length = gap.translation.norm(), angle = so3::log(gap.rotation).norm();
    if (isClosed(length) && isClosed(angle)) continue;
    throw loopFault(mechanism, loop.mechanismLoop,
                    "does not close at the given state: gap " + detail::written(length) +
                        " m and " + detail::written(angle) +
                        " rad; expected at most 1e-8: give a state, or an initialState, in which "
                        "it closes");
  }
  for (const CouplingRow<Scalar>& coupling : cluster.constraint->couplings)
    if (const Scalar gap = couplingViolation<Scalar>(coupling, q); !isClosed(gap))
      throw couplingFault(mechanism, coupling.mechanismCoupling,
                          "does not hold at the given state: sum of coefficient * q minus offset "
                          "is " +
                              detail::written(gap) + "; expected at most 1e-8");
}

template <typename Scalar>
void requireClosedVelocity(const Mechanism& mechanism, const ClusterTree<Scalar>& tree,
                           Workspace<Scalar>& work) {
  const auto& q = tree.initialPosition();
  const auto& v = tree.initialVelocity();
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    updateJoints<Scalar>(tree, cluster, q, v, work);
    if (!cluster.constraint) continue;
    assembleConstraints<Scalar>(tree, cluster, q, v, ConstraintLevel::position, work);
    ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
    for (int i = 0; i < cluster.spanning(); ++i)
      workspace.correction[i] = v[cluster.velocities[static_cast<std::size_t>(i)]];
    VectorX<Scalar> rate = workspace.jacobian * workspace.correction;
    int each = 0;
    for (const LoopClosure<Scalar>& loop : cluster.constraint->loops)
      for (const RowRule<Scalar>& rule : rulesOf(loop.joint, loop.measure))
        rate[each++] *= rule.isLength() ? Scalar(cluster.constraint->length) : Scalar(1);

    const auto problemIn = [&](int first, int rows) -> std::string {
      const Scalar worst = rate.segment(first, rows).template lpNorm<Eigen::Infinity>();
      if (isClosed(worst)) return {};
      return "the given velocities open it at " + detail::written(worst) +
             " m/s or rad/s; expected at most 1e-8";
    };
    int row = 0;
    for (const LoopClosure<Scalar>& loop : cluster.constraint->loops) {
      const int rows = 6 - velocitySize(loop.joint);
      if (const std::string problem = problemIn(row, rows); !problem.empty())
        throw loopFault(mechanism, loop.mechanismLoop, problem);
      row += rows;
    }
    for (const CouplingRow<Scalar>& coupling : cluster.constraint->couplings)
      if (const std::string problem = problemIn(row++, 1); !problem.empty())
        throw couplingFault(mechanism, coupling.mechanismCoupling, problem);
  }
}

template <typename Scalar>
void findRank(const ClusterTree<Scalar>& tree, Cluster<Scalar>& cluster, Workspace<Scalar>& work) {
  ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  ClusterConstraint<Scalar>& constraint = *cluster.constraint;
  constraint.rank = reductionOf(workspace).eliminate(
      constraint.preference, std::min(constraint.rows, cluster.spanning()), rankTolerance);
  for (int i = 0; i < constraint.rank; ++i)
    constraint.preference[workspace.order[static_cast<std::size_t>(i)]] *= Scalar(10);
  if (constraint.explicitForm &&
      constraint.rank != static_cast<int>(constraint.explicitForm->steps.size()))
    constraint.explicitForm.reset();
}

template <typename Scalar>
void requireRegularPose(const Mechanism& mechanism, const ClusterTree<Scalar>& tree,
                        Workspace<Scalar>& work) {
  // Generic motion that is no symmetry of the mechanism: incommensurable speeds.
  VectorX<Scalar> q = tree.initialPosition(), v(tree.velocitySize());
  for (Eigen::Index i = 0; i < v.size(); ++i)
    v[i] = Scalar(0.01 * elementary::sin(double(1 + i * i)));
  retract<Scalar>(tree, q, v, q);
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    const ClusterConstraint<Scalar>& constraint = *cluster.constraint;
    const int full = std::min(constraint.rows, cluster.spanning());
    if (!isClosed(closePosition<Scalar>(tree, cluster, full, v, work, q)))
      continue;  // the loops do not close after the small motion
    const int rank =
        reductionOf(work.of(tree, cluster)).eliminate(constraint.preference, full, rankTolerance);
    if (rank <= constraint.rank) continue;
    const std::string problem =
        "the given state is a singular pose: its loops remove " + std::to_string(constraint.rank) +
        " dofs there and " + std::to_string(rank) + " nearby; give a state a little away from it";
    if (constraint.loops.empty())
      throw couplingFault(mechanism, constraint.couplings.front().mechanismCoupling, problem);
    throw loopFault(mechanism, constraint.loops.front().mechanismLoop, problem);
  }
}

template <typename Scalar>
std::string massFault(const Mechanism& mechanism, const ClusterTree<Scalar>& tree,
                      Workspace<Scalar>& work) {
  const auto faultOf = [&](const Cluster<Scalar>& cluster) -> std::string {
    const int joint = tree.body(cluster.firstBody).mechanismJoint;
    return linkwork::faultOf(mechanism.joints, "joints", joint,
                             "moves no mass, so the mass matrix is singular; give the bodies that "
                             "it moves mass or inertia")
        .what();
  };
  updateKinematics<Scalar>(tree, tree.initialPosition(), tree.initialVelocity(), work);
  resetInertias(tree, work);
  for (BodyWorkspace<Scalar>& body : work.bodies) body.force.setZero();
  work.jointForces.setZero();
  const auto movesMass = [&](const Cluster<Scalar>& cluster) {
    return cluster.isCut() ? cut_loops::eliminate(tree, cluster, work) < 0
                           : eliminateInertia(tree, cluster, work);
  };
  for (auto cluster = tree.clusters().rbegin(); cluster != tree.clusters().rend(); ++cluster)
    if (!movesMass(*cluster)) return faultOf(*cluster);
  // The inertia of a rod about its own axis is zero if it is within the rounding error of the sum.
  std::vector<Scalar> moments(tree.clusters().size(), Scalar(0)), masses = moments;
  for (std::size_t c = tree.clusters().size(); c-- > 0;) {
    const Cluster<Scalar>& cluster = tree.clusters()[c];
    bool turns = false;
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
      const TreeBody<Scalar>& body = tree.body(i);
      const SymmetricMatrix3<Scalar>& rotational = body.inertia.rotational;
      moments[c] += rotational.xx + rotational.yy + rotational.zz;
      masses[c] += body.inertia.mass;
      turns = turns || body.joint != JointType::prismatic;
    }
    for (int j = 0; j < cluster.dofs && !cluster.isCut(); ++j) {
      const Scalar inverse = work.factors[cluster.factor + j * (cluster.dofs + 1)];  // of D_j
      if (!(Scalar(1) > Scalar(64 * epsilon) * (turns ? moments[c] : masses[c]) * inverse))
        return faultOf(cluster);
    }
    if (cluster.parent == ground) continue;
    const auto above = static_cast<std::size_t>(tree.body(cluster.parent).cluster);
    moments[above] += moments[c], masses[above] += masses[c];
  }
  return {};
}

template void requireClosed(const Mechanism&, const ClusterTree<double>&, const Cluster<double>&,
                            Workspace<double>&);
template void requireClosedVelocity(const Mechanism&, const ClusterTree<double>&,
                                    Workspace<double>&);
template void findRank(const ClusterTree<double>&, Cluster<double>&, Workspace<double>&);
template void requireRegularPose(const Mechanism&, const ClusterTree<double>&, Workspace<double>&);
template std::string massFault(const Mechanism&, const ClusterTree<double>&, Workspace<double>&);

}  // namespace linkwork
