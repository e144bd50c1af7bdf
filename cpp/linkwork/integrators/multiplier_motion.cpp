#include "linkwork/integrators/multiplier_motion.hpp"

namespace linkwork {

using maximal::PartVector, maximal::PartConfiguration;

MultiplierMotion::MultiplierMotion(const ClusterTree<double>& given)
    : tree(given),
      dynamics(given),
      forces(dynamics.graph().rigid.parts.size(), Vector6<double>::Zero()),
      jointBias(dynamics.graph().joints.size(), Vector6<double>::Zero()),
      auxiliary(Eigen::VectorXd::Zero(dynamics.auxiliaryRows())),
      applied_(given),
      nothing_(given),
      passive_(forces) {
  const maximal::ConstraintGraph& graph = dynamics.graph();
  int row = 0;
  for (const maximal::JointConstraint& joint : graph.joints)
    if (joint.isLoop())
      row += joint.rows;
    else if (joint.type != JointType::revolute && joint.type != JointType::spherical &&
             joint.type != JointType::free)
      violationsFollowPosition = true;
  for (const maximal::CouplingConstraint& coupling : graph.couplings) {
    violationsFollowPosition = true;
    if (coupling.parts.empty()) continue;
    if (coupling.isRate) rateRows.push_back(row);
    ++row;
  }
  for (const maximal::SlipConstraint& slip : graph.nonholonomic) {
    for (int i = 0; i < slip.slipRows(); ++i) rateRows.push_back(row + i);
    row += slip.rows();
  }
  allocate();
}

/// Calls all functions once that allocate in their first call. Steps then never allocate.
void MultiplierMotion::allocate() {
  Eigen::VectorXd q = tree.initialPosition(), v = tree.initialVelocity(), a = v;
  PartVector velocities = forces;
  dynamics.place(q, initial);
  dynamics.readPosition(initial, q);
  dynamics.partVelocities(initial, q, v, velocities);
  dynamics.jointVelocities(initial, velocities, v);
  dynamics.gatherForces(initial, q, v, nothing_, forces);
  dynamics.accelerationBias(initial, velocities, jointBias, auxiliary);
  dynamics.velocityViolations(initial, velocities, jointBias, auxiliary);
  dynamics.positionViolations(initial, q, jointBias, auxiliary);
  dynamics.factor(initial);
  dynamics.solve(forces, jointBias, auxiliary, velocities);
  for (Vector6<double>& bias : jointBias) bias.setZero();
  auxiliary.setZero();
}

void MultiplierMotion::gather(double sinceStart, const PartConfiguration& placement,
                              const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  if (stepForces_->act()) {
    stepForces_->gather(sinceStart, q, v, applied_);
  } else {
    applied_.torque.setZero();
    applied_.hasWrenches = false;
  }
  if (implicitForces.size() > 0) applied_.torque += implicitForces;
  stepForces_->warmStart.addRelief(v, applied_.torque);
  dynamics.gatherForces(placement, q, v, applied_, forces);
}

void MultiplierMotion::gatherOutside(double sinceStart, const PartConfiguration& placement,
                                     const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  gather(sinceStart, placement, q, v);
  dynamics.gatherForces(placement, q, v, nothing_, passive_);
  for (std::size_t p = 0; p < forces.size(); ++p) forces[p] -= passive_[p];
}

double MultiplierMotion::power(const PartConfiguration& placement, const Eigen::VectorXd& q,
                               const Eigen::VectorXd& v, const PartVector& velocities) const {
  double sum = applied_.torque.dot(v) + dissipation<double>(tree, q, v);
  if (implicitForces.size() > 0) sum -= implicitForces.dot(v);
  if (!applied_.hasWrenches) return sum;
  for (std::size_t i = 0; i < applied_.wrenches.size(); ++i) {
    const std::size_t part = at(dynamics.graph().rigid.partOf[i]);
    const Vector6<double>& wrench = applied_.wrenches[i];
    const Eigen::Vector3d spin = velocities[part].head<3>();
    sum += wrench.head<3>().dot(spin) +
           wrench.tail<3>().dot(velocities[part].tail<3>() -
                                spin.cross(placement.parts[part].position));
  }
  return sum;
}

}  // namespace linkwork
