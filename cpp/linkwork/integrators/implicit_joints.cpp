#include "linkwork/integrators/implicit_joints.hpp"

#include <cmath>
#include <utility>

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/joints/resistance.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

/// Forces on twists (joints with charts) and on what floats stay explicit: they have no armature.
bool canBeImplicit(const TreeBody<double>& body) {
  return !body.resistsTwist() && body.joint != JointType::free;
}

}  // namespace

ImplicitJoints::ImplicitJoints(const ClusterTree<double>& tree, Workspace<double>& work,
                               double mostSprungPart, double mostDampedPart)
    : tree_(tree),
      mostSprungPart_(mostSprungPart),
      mostDampedPart_(mostDampedPart),
      damping_(Eigen::VectorXd::Zero(tree.velocitySize())),
      stiffness_(damping_),
      damped_(damping_),
      sprung_(damping_) {
  if (tree.passiveJoints().empty() || !tree.massFault().empty()) return;
  const Eigen::VectorXd &q = tree.initialPosition(), rest = Eigen::VectorXd(damped_);
  Eigen::VectorXd atRest(damped_), a(damped_);
  AppliedForces<double> forces(tree);
  forwardDynamics(tree, q, rest, forces, work, atRest);
  const auto respond = [&] {
    forwardDynamics(tree, q, rest, forces, work, a);
    a -= atRest;
  };
  for (const PassiveJoint<double>& joint : tree.passiveJoints()) {
    const TreeBody<double>& body = tree.body(joint.body);
    if (!canBeImplicit(body) || (joint.damping == 0 && joint.stiffness == 0)) continue;
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k) {
      forces.torque[k] = 1;
      respond();
      forces.torque[k] = 0;
      damping_[k] = joint.damping;
      stiffness_[k] = joint.stiffness;
      damped_[k] = joint.damping * a[k];
      sprung_[k] = joint.stiffness * a[k];
    }
  }
  mostDamped_ = damped_.maxCoeff();
  mostSprung_ = sprung_.maxCoeff();
  const auto largestEigenvalue = [&](const Eigen::VectorXd& coefficients,
                                     const Eigen::VectorXd& diagonal) {
    constexpr int iterations = 30;
    double largest = 0;
    a = diagonal;
    for (int i = 0; i < iterations && a.squaredNorm() > 0; ++i) {
      const Eigen::VectorXd before = a.normalized();
      forces.torque = coefficients.cwiseProduct(before);
      respond();
      largest = std::max(largest, forces.torque.dot(a) / forces.torque.dot(before));
    }
    return largest;
  };
  fastestDamping_ = largestEigenvalue(damping_, damped_);
  fastestSpring_ = std::sqrt(largestEigenvalue(stiffness_, sprung_));
}

std::string ImplicitJoints::explicitRemark(double h, double bound) const {
  if (std::max(fastestDamping_, fastestSpring_) * h <= bound) return {};
  const auto rateOf = [&](const TreeBody<double>& body) {
    const int count = body.velocities;
    return damped_.segment(body.velocity, count).sum() +
           std::sqrt(sprung_.segment(body.velocity, count).sum());
  };
  std::size_t stiffest = 0;
  for (std::size_t i = 1; i < tree_.bodies().size(); ++i)
    if (rateOf(tree_.bodies()[i]) > rateOf(tree_.bodies()[stiffest])) stiffest = i;
  // λ² + λ d/m + k/m = 0, and eigenvalues of M⁻¹D and M⁻¹K are at most their traces.
  return "joint " + detail::quoted(tree_.jointName(static_cast<int>(stiffest))) +
         " is stiff, explicit steps need " +
         detail::written(bound / (damped_.sum() + std::sqrt(sprung_.sum()))) +
         " s or less; articulated-body rosenbrock takes springs and dampers implicitly";
}

void ImplicitJoints::requireStable(double h, double bound) const {
  if (const std::string remark = explicitRemark(h, bound); !remark.empty())
    throw UnstableStep(remark);
}

void ImplicitJoints::requireNotStiff(double h) const {
  if (areStiff(h))
    throw SimulationError(
        "springs or dampers of joints are too stiff for it and implicit, which is not "
        "differentiated; take shorter steps");
}

void ImplicitJoints::requireResolved(double h, const Eigen::VectorXd& v,
                                     const Eigen::VectorXd& end) const {
  constexpr double most = 0.02;  // [rad, m]: as far as steps are not looked at (EnergyBalance)
  for (int i = 0; i < static_cast<int>(tree_.bodies().size()); ++i) {
    const TreeBody<double>& body = tree_.body(i);
    if (body.joint == JointType::free || body.joint == JointType::spherical) continue;  // axes turn
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k) {
      const bool isStiff = h * damped_[k] > mostDampedPart_ || h * h * sprung_[k] > mostSprungPart_;
      if (isStiff || h * std::abs(end[k] - v[k]) <= most) continue;
      throw SimulationError("the velocity of joint " + detail::quoted(tree_.jointName(i)) +
                            " changes by " + detail::written(end[k] - v[k]) +
                            " in it: the step is too long for the motion");
    }
  }
}

/// `terms(body)` returns the armature and damping that implicit forces of a body's joint add.
template <typename Terms>
ClusterTree<double> ImplicitJoints::treeWith(Terms terms) const {
  std::vector<double> armature, damping;
  for (const TreeBody<double>& body : tree_.bodies()) {
    const auto [inertia, resistance] = canBeImplicit(body) ? terms(body) : std::pair(0.0, 0.0);
    armature.push_back(inertia);
    damping.push_back(resistance);
  }
  return withArmatureAndDamping(tree_, armature, damping);
}

void ImplicitJoints::setStep(double h, double part) {
  if (h == step_) return;
  implicit_ = treeWith([h, part](const TreeBody<double>& body) {
    return std::pair(part * h * (body.damping + h * body.stiffness), h * body.stiffness);
  });
  work_.emplace(*implicit_);
  step_ = h;
}

ClusterTree<double> ImplicitJoints::treeWithoutDampers() const {
  return treeWith([](const TreeBody<double>& body) { return std::pair(0.0, -body.damping); });
}

ClusterTree<double> ImplicitJoints::treeOfKicks(double h) const {
  return treeWith([h](const TreeBody<double>& body) {
    return std::pair(0.5 * h * (body.damping + h * body.stiffness), -body.damping);
  });
}

Eigen::VectorXd ImplicitJoints::dampingOfKicks(double h) const {
  Eigen::VectorXd result = Eigen::VectorXd::Zero(tree_.velocitySize());
  for (const TreeBody<double>& body : tree_.bodies())
    if (canBeImplicit(body))
      result.segment(body.velocity, body.velocities).setConstant(body.damping + h * body.stiffness);
  return result;
}

double ImplicitJoints::power(const Eigen::VectorXd& torque, const Eigen::VectorXd& v,
                             const Eigen::VectorXd& end) const {
  double power = 0.5 * torque.dot(v + end);
  for (const PassiveJoint<double>& joint : tree_.passiveJoints()) {
    const TreeBody<double>& body = tree_.body(joint.body);
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      power -=
          0.5 * (v[k] + end[k]) * (joint.damping * end[k] + joint.friction * dryFriction(v[k]));
  }
  return power;
}

}  // namespace linkwork
