#include "linkwork/simulation/queries/joint_reactions.hpp"

#include <map>
#include <string_view>

#include "linkwork/maximal/multiplier_response.hpp"

namespace linkwork {
namespace {

/// Returns [moment; force] in axes that are the columns of a matrix in world axes.
Vector6<double> seenFrom(const Eigen::Matrix3d& axes, const Vector6<double>& wrench) {
  Vector6<double> result;
  result << axes.transpose() * wrench.head<3>(), axes.transpose() * wrench.tail<3>();
  return result;
}

}  // namespace

JointReactions::JointReactions(const Mechanism& mechanism, const ClusterTree<double>& tree)
    : motion_(tree), velocities_(motion_.forces), accelerations_(motion_.forces) {
  std::map<std::string_view, int, std::less<>> bodies{{worldName, ground}};
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i)
    bodies[mechanism.bodies[i].name] = tree.treeBody(static_cast<int>(i));
  for (const Joint& joint : mechanism.joints) children_.push_back(bodies.at(joint.child));
  for (const Loop& loop : mechanism.loops) children_.push_back(bodies.at(loop.child));
}

void JointReactions::addJointForce(const contact::JointReading& reading) {
  const maximal::ConstraintGraph& graph = motion_.dynamics.graph();
  const auto joint =
      static_cast<std::size_t>(graph.jointOf[static_cast<std::size_t>(reading.body)]);
  const maximal::PartRow row =
      velocityRow(graph.joints[joint], placement_.joints[joint], reading.force * reading.along);
  for (std::size_t side = 0; side < 2; ++side)
    if (row.parts[side] != groundPart)
      motion_.forces[static_cast<std::size_t>(row.parts[side])] += row.forces[side];
}

void JointReactions::solve(const SimulationState& state,
                           const contact::UnilateralConstraints* constraints) {
  std::span<const contact::ContactReading> contacts;
  std::span<const contact::JointReading> limits, jointFrictions;
  if (constraints) {
    contacts = constraints->contacts();
    limits = constraints->limits();
    jointFrictions = constraints->jointFrictions();
  }
  maximal::MultiplierDynamics& dynamics = motion_.dynamics;
  dynamics.place(state.q(), placement_);
  dynamics.partVelocities(placement_, state.q(), state.v(), velocities_);
  motion_.gather(0, placement_, state.q(), state.v());
  dynamics.addGyroscopicForces(placement_, velocities_, motion_.forces);
  for (const contact::ContactReading& contact : contacts)
    addContactForce(placement_, contact, motion_.forces);
  for (const auto& readings : {limits, jointFrictions})
    for (const contact::JointReading& reading : readings)
      if (reading.tendon < 0) addJointForce(reading);
  if (constraints)
    for (const contact::DriveReading& reading : constraints->drives())
      if (reading.isConstraint) addJointForce(reading);
  dynamics.accelerationBias(placement_, velocities_, motion_.jointBias, motion_.auxiliary);
  dynamics.factor(placement_);
  dynamics.solve(motion_.forces, motion_.jointBias, motion_.auxiliary, accelerations_);
  transmittedWrenches(dynamics, placement_, velocities_, accelerations_, motion_.applied(),
                      contacts, wrenches_);
}

std::span<const double> JointReactions::at(SimulationState& state, StepForces& forces,
                                           const contact::UnilateralConstraints* contacts,
                                           ReactionAxes axes) {
  motion_.apply(forces);
  if (contacts) forces.limitTensions = contacts->tendonLimits();
  solve(state, contacts);
  forces.limitTensions.clear();
  const Mechanism& mechanism = state.mechanism();
  const ClusterTree<double>& tree = state.tree();
  const Workspace<double>& work = state.kinematics();
  numbers_.resize(6 * (mechanism.joints.size() + mechanism.loops.size()));
  const auto write = [&](std::size_t place, const JointGeometry& joint, Vector6<double> wrench) {
    const Transform<double> child = children_[place] == ground
                                        ? Transform<double>::Identity()
                                        : bodyPose(tree, children_[place], work);
    wrench.head<3>() -= (child * joint.childFrame.position).cross(wrench.tail<3>());
    Eigen::Map<Vector6<double>> to(&numbers_[6 * place]);
    to = axes == ReactionAxes::world
             ? wrench
             : seenFrom(child.rotation * joint.childFrame.rotation.toRotationMatrix(), wrench);
  };
  for (std::size_t i = 0; i < tree.bodies().size(); ++i) {
    const auto joint = static_cast<std::size_t>(tree.bodies()[i].mechanismJoint);
    write(joint, mechanism.joints[joint], wrenches_.joints[i]);
  }
  for (std::size_t i = 0; i < mechanism.loops.size(); ++i)
    write(mechanism.joints.size() + i, mechanism.loops[i],
          i < wrenches_.loops.size() ? wrenches_.loops[i] : Vector6<double>::Zero());
  return numbers_;
}

}  // namespace linkwork
