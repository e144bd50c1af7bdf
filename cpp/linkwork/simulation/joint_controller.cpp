#include "linkwork/simulation/joint_controller.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "linkwork/dynamics/hybrid_dynamics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/answers.hpp"
#include "linkwork/simulation/arguments.hpp"
#include "linkwork/simulation/prescribed_motions.hpp"

namespace linkwork {

using detail::itemPath, detail::memberPath, detail::quoted, detail::requireAtLeastZero,
    detail::requireFinite, detail::suggestion, detail::written;

namespace {

[[noreturn]] void failCount(const Mechanism& mechanism, const ClusterTree<double>& tree,
                            const Cluster<double>& cluster, std::size_t tracked) {
  std::vector<std::string_view> names;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    names.push_back(mechanism.joints[static_cast<std::size_t>(tree.body(i).mechanismJoint)].name);
  throw MechanismError("tracking.joints",
                       "loops and couplings leave " + std::to_string(cluster.dofs) +
                           (cluster.dofs == 1 ? " freedom" : " dofs") + " to the joints " +
                           detail::listed(names) + ", but " + std::to_string(tracked) +
                           (tracked == 1 ? " of them is" : " of them are") +
                           " tracked; expected as many, or none");
}

/// C of v = C v_tracked in a cluster whose joints are coupled by gears only. Returns nothing if the
/// tracked joints do not determine the others.
template <typename Joints>
std::optional<Eigen::MatrixXd> gearsOf(const Cluster<double>& cluster, const Joints& tracked) {
  const int n = cluster.spanning(), m = static_cast<int>(tracked.size());
  if (cluster.constraint && !cluster.constraint->isConstant()) return std::nullopt;
  // K v = 0 and v = v_tracked in the rows of the tracked joints.
  const int rows = cluster.constraint ? static_cast<int>(cluster.constraint->couplings.size()) : 0;
  if (rows + m != n) return std::nullopt;
  Eigen::MatrixXd equations = Eigen::MatrixXd::Zero(n, n), gears = Eigen::MatrixXd::Zero(n, m);
  for (int row = 0; row < rows; ++row)
    for (const auto& term : cluster.constraint->couplings[at(row)].terms)
      equations(row, term.local) += term.coefficient;
  for (int j = 0; j < m; ++j) equations(rows + j, tracked[at(j)].local) = 1;
  gears.bottomRows(m).setIdentity();
  if (!linalg::eliminate(equations.data(), n, gears.data(), 1e-12, m)) return std::nullopt;
  return gears;
}

}  // namespace

JointController::JointController(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                 const Tracking& tracking)
    : stiffness_(tracking.stiffness),
      damping_(tracking.damping),
      feedForward_(tracking.feedForward),
      isDriven_(tree.clusters().size(), false),
      nothing_(tree),
      acceleration_(tree.velocitySize()),
      torque_(Eigen::VectorXd::Zero(tree.velocitySize())) {
  requireAtLeastZero("tracking.stiffness", stiffness_);
  requireAtLeastZero("tracking.damping", damping_);
  std::vector<std::vector<TrackedJoint>> byCluster(tree.clusters().size());
  for (const auto& [name, trajectory] : tracking.joints) {
    const std::string path = memberPath("tracking.joints", name);
    const TreeBody<double>& body = tree.body(bodyWithOneCoordinate(mechanism, tree, path, name));
    checkTrajectory(path, trajectory);
    const auto limit = tracking.maxForces.find(name);
    byCluster[static_cast<std::size_t>(body.cluster)].push_back(
        {body.position, body.velocity, body.local, TrajectoryCurve(trajectory, path),
         limit == tracking.maxForces.end() ? HUGE_VAL : limit->second});
  }
  for (const auto& [name, force] : tracking.maxForces) {
    const std::string path = memberPath("tracking.maxForces", name);
    if (!tracking.joints.contains(name))
      throw MechanismError(path, "joint " + quoted(name) + " is not tracked");
    requireAtLeastZero(path, force);
  }
  bool isPlanned = true;
  for (std::size_t c = 0; c < byCluster.size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    const auto count = static_cast<Eigen::Index>(byCluster[c].size());
    if (count == 0) continue;
    if (count != cluster.dofs) failCount(mechanism, tree, cluster, byCluster[c].size());
    isDriven_[c] = true;
    const std::optional<Eigen::MatrixXd> gears = gearsOf(cluster, byCluster[c]);
    isPlanned = isPlanned && gears;
    clusters_.push_back({c, std::move(byCluster[c]), Eigen::MatrixXd(count, count),
                         Eigen::VectorXd(count), Eigen::VectorXd(count),
                         gears.value_or(Eigen::MatrixXd()),
                         Eigen::PartialPivLU<Eigen::MatrixXd>(count)});
  }
  moved_ = clustersWithDriven(tree, isDriven_);
  if (isPlanned && PlanHybridDynamics::serves(tree, isDriven_)) planned_.emplace(tree, isDriven_);
}

void JointController::update(const ClusterTree<double>& tree, double time, const Eigen::VectorXd& q,
                             const Eigen::VectorXd& v, Workspace<double>& work) {
  for (TrackedCluster& tracked : clusters_)
    for (std::size_t i = 0; i < tracked.joints.size(); ++i) {
      const TrackedJoint& joint = tracked.joints[i];
      const TrajectoryPoint point = joint.curve.at(time);
      tracked.desired[static_cast<Eigen::Index>(i)] =
          (feedForward_ ? point.acceleration : 0) +
          damping_ * (point.velocity - v[joint.velocity]) +
          stiffness_ * (point.position - q[joint.position]);
    }
  isAsDesired_ = feedForward_;
  if (!feedForward_) {
    torque_.setZero();
    for (const TrackedCluster& tracked : clusters_)
      for (std::size_t i = 0; i < tracked.joints.size(); ++i)
        torque_[tracked.joints[i].velocity] = tracked.desired[static_cast<Eigen::Index>(i)];
  } else if (planned_) {
    updateByPlan(tree, q, v, work);
  } else {
    updateByClusters(tree, q, v, work);
  }
  limitForces();
}

void JointController::limitForces() {
  for (const TrackedCluster& tracked : clusters_)
    for (const TrackedJoint& joint : tracked.joints) {
      double& force = torque_[joint.velocity];
      if (std::abs(force) <= joint.mostForce) continue;
      force = std::copysign(joint.mostForce, force);
      isAsDesired_ = false;
    }
}

void JointController::updateByClusters(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                       const Eigen::VectorXd& v, Workspace<double>& work) {
  updateKinematics<double>(tree, q, v, work);
  applyForces<double>(tree, q, v, nothing_, work);
  for (TrackedCluster& tracked : clusters_) setDesired(tree, tracked, work);
  eliminateDriven<double>(tree, moved_, isDriven_, work, acceleration_, torque_);
  for (TrackedCluster& tracked : clusters_)
    if (tree.clusters()[tracked.index].constraint) moveToTracked(tree, tracked, work);
}

/// v̇ = C v̇_tracked, and back τ_tracked = Cᵀτ.
void JointController::updateByPlan(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                   const Eigen::VectorXd& v, Workspace<double>& work) {
  acceleration_.setZero();
  for (TrackedCluster& tracked : clusters_) {
    const std::vector<int>& entries = tree.clusters()[tracked.index].velocities;
    for (std::size_t k = 0; k < entries.size(); ++k)
      acceleration_[entries[k]] =
          tracked.gears.row(static_cast<Eigen::Index>(k)).dot(tracked.desired);
  }
  planned_->solve(tree, q, v, acceleration_, nothing_, work, torque_);
  for (TrackedCluster& tracked : clusters_) {
    const std::vector<int>& entries = tree.clusters()[tracked.index].velocities;
    tracked.solution.setZero();
    for (std::size_t k = 0; k < entries.size(); ++k)
      tracked.solution += std::exchange(torque_[entries[k]], 0.0) *
                          tracked.gears.row(static_cast<Eigen::Index>(k)).transpose();
    for (std::size_t i = 0; i < tracked.joints.size(); ++i)
      torque_[tracked.joints[i].velocity] = tracked.solution[static_cast<Eigen::Index>(i)];
  }
}

/// Forces on the tracked joints equivalent to τ_y on the independent ones:  G_rowsᵀ τ = τ_y.
/// With P G_rows = L U:  τ = Pᵀ L⁻ᵀ U⁻ᵀ τ_y (Eigen's transposed solve would allocate).
void JointController::moveToTracked(const ClusterTree<double>& tree, TrackedCluster& tracked,
                                    Workspace<double>& work) {
  const Cluster<double>& cluster = tree.clusters()[tracked.index];
  for (int j = 0; j < cluster.dofs; ++j) {
    const int entry = independentVelocity(tree, cluster, j, work);
    tracked.desired[j] = torque_[entry];
    torque_[entry] = 0;
  }
  const auto& factors = tracked.factors.matrixLU();
  factors.triangularView<Eigen::Upper>().transpose().solveInPlace(tracked.desired);
  factors.triangularView<Eigen::UnitLower>().transpose().solveInPlace(tracked.desired);
  tracked.solution.noalias() = tracked.factors.permutationP().transpose() * tracked.desired;
  for (std::size_t i = 0; i < tracked.joints.size(); ++i)
    torque_[tracked.joints[i].velocity] = tracked.solution[static_cast<Eigen::Index>(i)];
}

/// ÿ from the accelerations of the tracked joints:  G_rows ÿ = q̈ − g_rows.
void JointController::setDesired(const ClusterTree<double>& tree, TrackedCluster& tracked,
                                 Workspace<double>& work) {
  const Cluster<double>& cluster = tree.clusters()[tracked.index];
  auto independent = work.accelerations.segment(cluster.firstDof, cluster.dofs);
  if (!cluster.constraint) {
    independent = tracked.desired;
    return;
  }
  const ConstraintWorkspace<double>& workspace = work.of(tree, cluster);
  for (std::size_t i = 0; i < tracked.joints.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    tracked.rows.row(row) = workspace.basis.row(tracked.joints[i].local).head(cluster.dofs);
    tracked.desired[row] -= workspace.offset[tracked.joints[i].local];
  }
  tracked.factors.compute(tracked.rows);
  const auto pivots = tracked.factors.matrixLU().diagonal().cwiseAbs();
  if (!(pivots.minCoeff() > 1e-9 * pivots.maxCoeff()))
    throw SimulationError("the tracked joints of the cluster of joint " +
                          quoted(tree.jointName(cluster.firstBody)) +
                          " do not determine its motion at this pose");
  tracked.solution.noalias() = tracked.factors.solve(tracked.desired);
  independent = tracked.solution;
}

double JointController::error(double time, const Eigen::VectorXd& q) const {
  double largest = 0;
  for (const TrackedCluster& tracked : clusters_)
    for (const TrackedJoint& joint : tracked.joints) {
      const double error = joint.curve.at(time).position - q[joint.position];
      largest = std::max(largest, detail::finiteAnswer("tracking error", std::abs(error)));
    }
  return largest;
}

}  // namespace linkwork
