#include <Eigen/Dense>
#include <algorithm>
#include <unordered_set>

#include "linkwork/errors.hpp"
#include "linkwork/linalg/singular_values.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/spatial/rigid_body_inertia.hpp"

namespace linkwork::detail {

namespace {

/// Rounding in principal moments that come out of a file: a few units of the largest moment.
constexpr double inertiaTolerance = 1e-12;

/// A moment or mass below this part of its scale counts as none.
constexpr double noInertia = 1e-13;

using Motions = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;

std::string principalMoments(const Eigen::Vector3d& descending) {
  return "principal moments " + written(std::span(descending.data(), 3)) + " kg·m²";
}

/// The motion subspace of a joint at its zero: the columns are twists (ω; v) in the joint's frame.
/// Not for general joints, whose zero may be no pose.
Motions motionsOf(const JointGeometry& joint) {
  Motions motions = Motions::Zero(6, velocitySize(joint));
  const Eigen::Vector3d axis = joint.axis.normalized();
  switch (joint.type) {
    case JointType::fixed:
    case JointType::rod:
    case JointType::general:
      break;
    case JointType::revolute:
      motions.col(0) << axis, Eigen::Vector3d::Zero();
      break;
    case JointType::prismatic:
      motions.col(0) << Eigen::Vector3d::Zero(), axis;
      break;
    case JointType::helical:
      motions.col(0) << axis, joint.pitch * axis;
      break;
    case JointType::cylindrical:
      motions.col(0).head<3>() = axis;
      motions.col(1).tail<3>() = axis;
      break;
    case JointType::universal:
      motions.col(0).head<3>() = axis;
      motions.col(1).head<3>() = joint.axis2.normalized();
      break;
    case JointType::planar:
      motions(3, 0) = motions(4, 1) = motions(2, 2) = 1;
      break;
    case JointType::spherical:
      motions.topRows<3>().setIdentity();
      break;
    case JointType::free:
      motions.setIdentity();
      break;
  }
  return motions;
}

/// Whether H = SᵀIS is singular: the body's kinetic energy along some motion of its joint is zero.
bool movesFreely(const Joint& joint, const Body& body) {
  // The tree's mass matrix is checked later, at a valid pose.
  if (joint.type == JointType::general) return false;
  const Eigen::Vector3d offset =
      joint.childFrame.rotation.conjugate() * (body.centerOfMass - joint.childFrame.position);
  const Eigen::Matrix3d turn = joint.childFrame.rotation.toRotationMatrix();
  const Matrix6<double> inertia =
      RigidBodyInertia<double>::fromCenterOfMass(body.mass, offset,
                                                 turn.transpose() * body.inertiaMatrix() * turn)
          .matrix();

  const Motions motions = motionsOf(joint);
  const Eigen::MatrixXd mass = motions.transpose() * inertia * motions;
  // Relative to the inertia of the motion if the body were inertially isotropic.
  const Eigen::VectorXd whole =
      inertia.topLeftCorner<3, 3>().trace() * motions.topRows<3>().colwise().squaredNorm() +
      body.mass * motions.bottomRows<3>().colwise().squaredNorm();
  if (!((mass.diagonal() - noInertia * whole).array() > 0).all()) return true;
  // Scaled to unit inertia of every motion, which makes lengths and angles comparable.
  const Eigen::VectorXd scale = mass.diagonal().cwiseSqrt();
  const Eigen::MatrixXd correlation =
      scale.cwiseInverse().asDiagonal() * mass * scale.cwiseInverse().asDiagonal();
  return SingularValues(correlation).values().minCoeff() < noInertia;  // its eigenvalues
}

bool hasInertia(const Body& body) {
  return body.mass > 0 || body.inertiaMatrix().cwiseAbs().maxCoeff() > 0;
}

/// The bodies tied to others by a loop or a coupling.
std::unordered_set<std::string_view> tiedBodies(const Mechanism& mechanism) {
  std::unordered_set<std::string_view> coupled;
  for (const Coupling& coupling : mechanism.couplings)
    for (const CouplingTerm& term : coupling.terms) coupled.insert(term.joint);
  std::unordered_set<std::string_view> tied;
  for (const Loop& loop : mechanism.loops) tied.insert({loop.parent, loop.child});
  for (const Joint& joint : mechanism.joints)
    if (coupled.contains(joint.name)) tied.insert(joint.child);
  return tied;
}

}  // namespace

void checkInertia(const Path& path, const Body& body, std::vector<std::string>& warnings) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(body.inertiaMatrix(),
                                                              Eigen::EigenvaluesOnly);
  const Eigen::Vector3d moments = solver.eigenvalues().reverse();
  const double slack = inertiaTolerance * moments.cwiseAbs().maxCoeff();
  if (!(moments.z() >= -slack))
    throw MechanismError(
        path, "not positive semidefinite: " + principalMoments(moments) + named(body.name));
  if (moments.x() > moments.y() + moments.z() + slack)
    warnings.push_back(std::string(path) + ": " + principalMoments(moments) +
                       " break the triangle inequality (" + written(moments.x()) + " > " +
                       written(moments.y()) + " + " + written(moments.z()) +
                       "): no rigid body has them" + named(body.name));
}

std::vector<std::string> masslessLeaves(const Mechanism& mechanism, const NameIndex& bodies,
                                        std::span<const std::size_t> treeOrder) {
  std::vector<std::string> messages;
  const std::unordered_set<std::string_view> tied = tiedBodies(mechanism);
  std::vector<bool> isLoaded(bodies.size());  // has inertia in its subtree, or is tied
  for (std::size_t i = treeOrder.size(); i-- > 0;) {
    const Joint& joint = mechanism.joints[treeOrder[i]];
    const std::size_t index = *bodies.find(joint.child);
    const Body& body = mechanism.bodies[index];
    const bool isJudged = !isLoaded[index] && !tied.contains(body.name);
    if (isJudged && velocitySize(joint) > 0 && movesFreely(joint, body))
      messages.push_back(itemPath("joints", treeOrder[i]) + ": moves the leaf body " +
                         quoted(body.name) +
                         " along which it has no mass or inertia, so the mass matrix is "
                         "singular; give the body inertia or fix it" +
                         named(joint.name));
    if (isJudged && !hasInertia(body)) continue;
    if (const std::size_t* parent = bodies.find(joint.parent)) isLoaded[*parent] = true;
  }
  std::reverse(messages.begin(), messages.end());
  return messages;
}

}  // namespace linkwork::detail
