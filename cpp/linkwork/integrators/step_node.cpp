#include "linkwork/integrators/step_node.hpp"

#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

MomentumJets::MomentumJets(const ClusterTree<double>& tree)
    : bodies(tree.bodies().size(), Vector6<DerivativeJet>::Zero()), joints(tree.velocitySize()) {}

StepNode::StepNode(const ClusterTree<double>& given)
    : tree(given),
      work(tree),
      momenta(tree),
      rates(tree.degreesOfFreedom()),
      change(tree.velocitySize()),
      own(tree),
      mass(tree.degreesOfFreedom(), tree.degreesOfFreedom()) {}

void StepNode::begin(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                     std::vector<int>& coordinates) {
  chooseCoordinates(tree, q, v, work, coordinates);
  massMatrix(tree, q, work.base, mass);
  if (!work.branches.factor(mass))
    throw SimulationError("the mass matrix is not positive definite in it");
  work.branches.invert(work.inverseMass);
}

void StepNode::updateKinematics() {
  linkwork::updateKinematics<DerivativeJet>(jets().tree, jets().q, jets().v, jets().work);
  updatePoses(jets().tree, jets().work);
}

void StepNode::applyLaw(const ForceLaw& law) {
  work.forces.hasWrenches = static_cast<bool>(law);
  if (law) law(jets().tree, jets().work, work.forces);
}

void StepNode::takeMomenta(MomentumJets& result) {
  for (int i = 0; i < static_cast<int>(result.bodies.size()); ++i) {
    const TreeBody<DerivativeJet>& body = jets().tree.body(i);
    result.bodies[at(i)] = body.inertia * jets().work.of(i).velocity;
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      result.joints[k] = body.reflectedInertia * jets().v[k];
  }
}

void StepNode::addForces(double impulse, const VectorX<DerivativeJet>& v) {
  JetWorkspace& room = jets();
  applyForces<DerivativeJet>(room.tree, room.q, v, work.forces, room.work);
  for (int i = 0; i < static_cast<int>(momenta.bodies.size()); ++i) {
    const RigidBodyInertia<DerivativeJet>& inertia = room.tree.body(i).inertia;
    const BodyWorkspace<DerivativeJet>& here = room.work.of(i);
    const Vector3<DerivativeJet> gravity = here.pose.rotation.transpose() * room.tree.gravity();
    Vector6<DerivativeJet> force = -here.force;
    force.head<3>() += inertia.moment.cross(gravity);
    force.tail<3>() += inertia.mass * gravity;
    momenta.bodies[at(i)] += DerivativeJet(impulse) * force;
  }
  momenta.joints += DerivativeJet(impulse) * room.work.jointForces;
}

void StepNode::projectDifference(const MomentumJets& known) {
  JetWorkspace& room = jets();
  for (std::size_t i = 0; i < known.bodies.size(); ++i)
    room.work.bodies[i].force = momenta.bodies[i] - known.bodies[i];
  room.work.jointForces = momenta.joints - known.joints;
  for (int i = static_cast<int>(known.bodies.size()) - 1; i >= 0; --i) {
    const TreeBody<DerivativeJet>& body = room.tree.body(i);
    const BodyWorkspace<DerivativeJet>& here = room.work.of(i);
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      room.work.jointForces[k] += room.work.jointSubspaces.col(k).dot(here.force);
    if (body.parent != ground)
      room.work.of(body.parent).force += here.toParent.wrenchToParent(here.force);
  }
  projectForces<DerivativeJet>(room.tree, room.work.jointForces, room.work, rates);
}

void StepNode::correctVelocity() {
  JetWorkspace& room = jets();
  takeMomenta(own);
  projectDifference(own);
  for (Eigen::Index i = 0; i < rates.size(); ++i) {
    DerivativeJet& sum = room.work.accelerations[i] = DerivativeJet(0);
    for (Eigen::Index j = 0; j < rates.size(); ++j)
      sum += DerivativeJet(work.inverseMass(i, j)) * rates[j];
  }
  spanFromIndependent<DerivativeJet>(room.tree, room.work.accelerations.head(rates.size()),
                                     room.work, change);
  room.v += change;
}

}  // namespace linkwork
