#include "linkwork/dynamics/queries/inverse_kinematics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/frame_kinematics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/linalg/least_squares.hpp"
#include "linkwork/linalg/random_numbers.hpp"
#include "linkwork/spatial/so3.hpp"

namespace linkwork {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Tolerance of limits and held joints [rad, m].
constexpr double limitTolerance = 1e-9;
constexpr double leastDamping = 1e-12, mostDamping = 1e15;
/// Relative to |e|²: smaller reductions are rounding errors.
constexpr double leastGain = 1e-16;
/// The largest turn of a joint in one step [rad]. If the error hardly depends on a joint, as at the
/// top of a cam, the linear step is of any size.
constexpr double largestTurn = std::numbers::pi / 2;

class Search {
 public:
  Search(const ClusterTree<double>& tree, const PoseGoals& goals, const VectorXd& start,
         Workspace<double>& work)
      : tree_(tree),
        goals_(goals),
        start_(start),
        work_(work),
        rest_(VectorXd::Zero(tree.velocitySize())),
        longest_(VectorXd::Zero(tree.velocitySize())) {}

  InverseKinematicsResult run();

 private:
  void update(const VectorXd& q) {
    updateKinematics<double>(tree_, q, rest_, work_);
    updatePoses(tree_, work_);
  }
  VectorXd error() const;
  MatrixXd jacobian(const VectorXd& error) const;
  void lengthen(const MatrixXd& jacobian);
  VectorXd scaling() const;
  void writeLimits(const VectorXd& q, MatrixXd& a, VectorXd& b) const;
  bool move(const VectorXd& delta, VectorXd& q);
  bool restoreLimits(const VectorXd& scale, VectorXd& q);
  double turnOf(const VectorXd& q, const VectorXd& delta);
  std::optional<VectorXd> step(const VectorXd& q, const VectorXd& error, double damping,
                               VectorXd& predicted);

  const ClusterTree<double>& tree_;
  const PoseGoals& goals_;
  const VectorXd start_;
  Workspace<double>& work_;
  const VectorXd rest_;
  VectorXd longest_;  ///< longest columns of J, by v
};

VectorXd Search::error() const {
  VectorXd result(6 * static_cast<Eigen::Index>(goals_.goals.size()));
  Eigen::Index row = 0;
  for (const PoseGoals::Goal& goal : goals_.goals) {
    const Transform<double> pose = framePose(tree_, goal.frame, work_);
    result.segment<3>(row) =
        goal.rotationWeight * so3::log(goal.pose.rotation * pose.rotation.transpose());
    result.segment<3>(row + 3) = goal.positionWeight * (goal.pose.translation - pose.translation);
    row += 6;
  }
  return result;
}

/// −∂e/∂y.
MatrixXd Search::jacobian(const VectorXd& error) const {
  MatrixXd result(error.size(), tree_.degreesOfFreedom());
  Matrix6X<double> twists;
  Eigen::Index row = 0;
  for (const PoseGoals::Goal& goal : goals_.goals) {
    frameJacobian(tree_, goal.frame, work_, twists);
    result.middleRows<3>(row).setZero();
    if (goal.rotationWeight > 0)
      result.middleRows<3>(row) =
          goal.rotationWeight *
          so3::rightTangentInverse(error.segment<3>(row) / goal.rotationWeight) *
          twists.topRows<3>();
    result.middleRows<3>(row + 3) = goal.positionWeight * twists.bottomRows<3>();
    row += 6;
  }
  return result;
}

/// Updates the longest columns.
void Search::lengthen(const MatrixXd& jacobian) {
  for (const Cluster<double>& cluster : tree_.clusters())
    for (int j = 0; j < cluster.dofs; ++j) {
      double& longest = longest_[independentVelocity(tree_, cluster, j, work_)];
      longest = std::max(longest, jacobian.col(cluster.firstDof + j).norm());
    }
}

/// D at the pose of the workspace; 1 for zero columns.
VectorXd Search::scaling() const {
  VectorXd scale(tree_.degreesOfFreedom());
  pickIndependent<double>(tree_, longest_, work_, scale);
  return (scale.array() > 0).select(scale, 1);
}

/// A and b of A δ ≥ b: held joints, from both sides, and the limits, to first order.
void Search::writeLimits(const VectorXd& q, MatrixXd& a, VectorXd& b) const {
  const int m = tree_.degreesOfFreedom();
  const auto held = static_cast<Eigen::Index>(goals_.held.size());
  MatrixXd basis(tree_.velocitySize(), m);
  for (int j = 0; j < m; ++j)
    spanFromIndependent<double>(tree_, VectorXd::Unit(m, j), work_, basis.col(j));
  VectorXd back(tree_.velocitySize());
  difference<double>(tree_, q, start_, back);
  const Eigen::Index count = 2 * held + static_cast<Eigen::Index>(goals_.limits.size());
  a.resize(count, m);
  b.resize(count);
  a.topRows(held) = basis(goals_.held, Eigen::all);
  b.head(held) = back(goals_.held);
  a.middleRows(held, held) = -a.topRows(held);
  b.segment(held, held) = -b.head(held);
  Eigen::Index row = 2 * held;
  for (const PoseGoals::Limit& limit : goals_.limits) {
    const TreeBody<double>& body = tree_.body(limit.limit.body);
    const MeasuredLimit measured = measure(limit.limit, q);
    a.row(row) = limit.sign * measured.along.head(body.velocities).transpose() *
                 basis.middleRows(body.velocity, body.velocities);
    b[row++] = limit.sign * (limit.bound - measured.value);
  }
}

/// q ⊕ G δ with closed loops, and its kinematics. Returns false if the closure moves joints by half
/// of δ: the loops may then close on another branch.
bool Search::move(const VectorXd& delta, VectorXd& q) {
  VectorXd step(tree_.velocitySize()), still = rest_, predicted(q.size());
  spanFromIndependent<double>(tree_, delta, work_, step);
  retract<double>(tree_, q, step, predicted);
  for (const PoseGoals::Limit& limit : goals_.limits) {  // less the rounding error of a step to it
    if (limit.limit.measure != JointLimit::Measure::coordinate) continue;
    double& coordinate = predicted[limit.limit.position];
    const double beyond = limit.sign * (limit.bound - coordinate);
    if (beyond > 0 && beyond <= limitTolerance) coordinate = limit.bound;
  }
  if (!predicted.allFinite()) return false;
  q = predicted;
  try {
    closeLoops<double>(tree_, work_, q, still);
    update(q);
  } catch (const SimulationError&) {
    return false;
  }
  VectorXd correction(tree_.velocitySize());
  difference<double>(tree_, predicted, q, correction);
  return correction.norm() <= 0.5 * step.norm() + limitTolerance;
}

/// Restores joint limits by the least movement after the loop closure.
bool Search::restoreLimits(const VectorXd& scale, VectorXd& q) {
  constexpr int most = 20;
  MatrixXd a;
  VectorXd b;
  for (int i = 0; i < most; ++i) {
    writeLimits(q, a, b);
    if (b.size() == 0 || b.maxCoeff() <= limitTolerance) return true;
    const auto delta =
        constrainedLeastSquares(MatrixXd(scale.asDiagonal()), VectorXd::Zero(scale.size()), a, b);
    if (!delta || !move(*delta, q)) return false;
  }
  return false;
}

/// δ of one step at the error e; writes its prediction of e − J δ to `predicted`.
std::optional<VectorXd> Search::step(const VectorXd& q, const VectorXd& error, double damping,
                                     VectorXd& predicted) {
  const MatrixXd slope = jacobian(error);
  lengthen(slope);
  MatrixXd left(slope.rows() + slope.cols(), slope.cols()), a;
  left << slope, MatrixXd((std::sqrt(damping) * scaling()).asDiagonal());
  VectorXd right = VectorXd::Zero(left.rows()), b;
  right.head(error.size()) = error;
  writeLimits(q, a, b);
  auto delta = constrainedLeastSquares(left, right, a, b.cwiseMin(0));
  if (!delta) return delta;
  if (const double turn = turnOf(q, *delta); turn > largestTurn) *delta *= largestTurn / turn;
  predicted = error - slope * *delta;
  return delta;
}

/// The largest turn of a body relative to its parent body in a step, to first order [rad].
double Search::turnOf(const VectorXd& q, const VectorXd& delta) {
  VectorXd step(tree_.velocitySize());
  spanFromIndependent<double>(tree_, delta, work_, step);
  updateKinematics<double>(tree_, q, step, work_);
  double largest = 0;
  for (std::size_t i = 0; i < tree_.bodies().size(); ++i) {
    const auto& body = work_.bodies[i];
    Eigen::Vector3d turn = body.velocity.head<3>();
    if (const int parent = tree_.bodies()[i].parent; parent != ground)
      turn -= body.toParent.rotation.matrix().transpose() *
              work_.bodies[static_cast<std::size_t>(parent)].velocity.head<3>();
    largest = std::max(largest, turn.norm());
  }
  update(q);
  return largest;
}

InverseKinematicsResult Search::run() {
  InverseKinematicsResult result{start_, 0, 0, false};
  VectorXd still = rest_;
  closeLoops<double>(tree_, work_, result.q, still);
  update(result.q);
  const int m = tree_.degreesOfFreedom();
  if (m > 0 && !restoreLimits(VectorXd::Ones(m), result.q))
    throw SimulationError(
        "inverse kinematics: found no pose near the start within the limits of the joints");
  VectorXd here = error(), predicted;
  double damping = 1e-3, growth = 2;
  while (m > 0 && here.norm() > goals_.tolerance && result.iterations < goals_.iterations &&
         damping < mostDamping) {
    ++result.iterations;
    const auto delta = step(result.q, here, damping, predicted);
    const double size = here.squaredNorm();
    const double toGain = delta ? size - predicted.squaredNorm() : 0;
    if (!(toGain > leastGain * size)) break;

    VectorXd q = result.q;
    const bool isPose = move(*delta, q) && restoreLimits(scaling(), q);
    const VectorXd there = isPose ? error() : here;
    const double gain = (size - there.squaredNorm()) / toGain;
    if (gain > 0) {
      result.q = q;
      here = there;
      const double off = 2 * gain - 1;
      damping = std::max(leastDamping, damping * std::max(1.0 / 3, 1 - off * off * off));
      growth = 2;
    } else {
      update(result.q);
      damping *= growth;
      growth *= 2;
    }
  }
  result.error = here.norm();
  result.isReached = result.error <= goals_.tolerance;
  return result;
}

/// The largest turn of a joint of a cluster per rate of one of its dofs, of gears the smallest: a
/// rotor turns many times as far as its joint.
double turnPerRate(const Cluster<double>& cluster, const VectorXd& rates,
                   const Workspace<double>& work) {
  const bool isGeared = cluster.constraint && cluster.constraint->isConstant();
  double largest = 0, smallest = std::numeric_limits<double>::infinity();
  for (const int entry : cluster.velocities) {
    const double turn = work.jointSubspaces.col(entry).head<3>().norm() * std::abs(rates[entry]);
    largest = std::max(largest, turn);
    if (turn > 0) smallest = std::min(smallest, turn);
  }
  return isGeared && largest > 0 ? smallest : largest;
}

/// The pose from which a search begins: all turns of independent joints by up to half a turn from
/// q0, coordinates between two limits anywhere there, held joints as at q0. Loops may be open.
VectorXd randomStart(const ClusterTree<double>& tree, const PoseGoals& goals, const VectorXd& q0,
                     int search, Workspace<double>& work) {
  const int m = tree.degreesOfFreedom();
  const auto random = [&](int i) {  // in (−1, 1]
    return 2 * evenNumber(0, static_cast<std::uint64_t>(search), static_cast<std::uint64_t>(i)) - 1;
  };
  VectorXd rates(tree.velocitySize()), step = VectorXd::Zero(tree.velocitySize()), q(q0.size());
  updateKinematics<double>(tree, q0, step, work);
  for (const Cluster<double>& cluster : tree.clusters())
    for (int j = cluster.firstDof; j < cluster.firstDof + cluster.dofs; ++j) {
      rates.setZero();
      spanFromIndependent<double>(tree, cluster, VectorXd::Unit(m, j), work, rates);
      const double turn = turnPerRate(cluster, rates, work);
      if (turn > 0) step += std::numbers::pi / turn * random(j) * rates;
    }
  for (const int entry : goals.held) step[entry] = 0;
  retract<double>(tree, q0, step, q);
  for (const PoseGoals::Limit& lower : goals.limits)
    for (const PoseGoals::Limit& upper : goals.limits) {
      const int position = lower.limit.position;
      if (lower.limit.measure == JointLimit::Measure::coordinate &&
          upper.limit.measure == JointLimit::Measure::coordinate && lower.sign > 0 &&
          upper.sign < 0 && upper.limit.position == position)
        q[position] = lower.bound + (upper.bound - lower.bound) * (1 + random(m + position)) / 2;
    }
  return q;
}

}  // namespace

InverseKinematicsResult inverseKinematics(const ClusterTree<double>& tree, const PoseGoals& goals,
                                          const ConstVectorRef<double>& q0,
                                          Workspace<double>& work) {
  tree.requireSizes(q0.size(), tree.velocitySize());
  std::optional<InverseKinematicsResult> best;
  int iterations = 0;
  for (int search = 0; search < goals.searches && !(best && best->isReached); ++search) {
    try {
      const VectorXd start =
          search == 0 ? VectorXd(q0) : randomStart(tree, goals, q0, search, work);
      InverseKinematicsResult found = Search(tree, goals, start, work).run();
      iterations += found.iterations;
      if (!best || found.error < best->error) best = std::move(found);
    } catch (const SimulationError&) {
      if (search + 1 == goals.searches && !best) throw;
    }
  }
  best->iterations = iterations;
  return *best;
}

}  // namespace linkwork
