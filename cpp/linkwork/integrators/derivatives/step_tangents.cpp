#include "linkwork/integrators/derivatives/step_tangents.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {
namespace {

/// Newton's method on the positions of a cluster, as in closeLoops, on jets. If the values have a
/// violation g, a correction leaves g² of it and g of its slopes. Jets therefore need one more
/// correction than values.
void closePosition(const ClusterTree<DerivativeJet>& tree, const Cluster<DerivativeJet>& cluster,
                   JetWorkspace& jets) {
  constexpr double closed = 1e-10;
  constexpr int most = 25;
  ConstraintWorkspace<DerivativeJet>& workspace = jets.work.of(tree, cluster);
  const int rows = cluster.constraint->rows, rank = cluster.constraint->rank;
  double gap = 1;
  for (int iteration = 0; gap > closed && iteration < most; ++iteration) {
    updateJoints<DerivativeJet>(tree, cluster, jets.q, jets.v, jets.work);
    assembleConstraints<DerivativeJet>(tree, cluster, jets.q, jets.v, ConstraintLevel::position,
                                       jets.work);
    gap = workspace.rightSide.head(rows).lpNorm<Eigen::Infinity>().value;
    const GaussJordan<DerivativeJet> reduction = reductionOf(workspace, rows);
    reduction.solution(reduction.eliminate(workspace.preference, rank, rankTolerance),
                       workspace.correction);
    workspace.correction = -workspace.correction;
    retract<DerivativeJet>(tree, cluster, workspace.correction, jets.q);
  }
}

}  // namespace

StepMap::StepMap(const ClusterTree<double>& tree)
    : coordinates(at(tree.degreesOfFreedom())),
      endCoordinates(coordinates),
      state(2 * tree.degreesOfFreedom(), 2 * tree.degreesOfFreedom()),
      torque(2 * tree.degreesOfFreedom(), tree.velocitySize()) {}

void append(const StepMap& next, StepMap& map, StepMap& product) {
  product.state = next.state.lazyProduct(map.state);
  product.torque = next.state.lazyProduct(map.torque);
  map.state = product.state;
  map.torque = product.torque + next.torque;
  map.endCoordinates = next.endCoordinates;
}

EndTangents::EndTangents(const ClusterTree<double>& tree, Workspace<double>& closing)
    : tree_(tree),
      closing_(closing),
      work_(tree),
      end_(tree.positionSize()),
      moved_(tree.velocitySize()) {}

void EndTangents::chooseAt(const MotionState& end, std::vector<int>& coordinates) {
  updateKinematics<double>(tree_, end.q, end.v, work_);
  for (const Cluster<double>& cluster : tree_.clusters())
    for (int j = 0; j < cluster.dofs; ++j)
      coordinates[at(cluster.firstDof + j)] = independentVelocity(tree_, cluster, j, work_);
  end_ = end.q.cast<DerivativeJet>();
  findHeld(end);
}

/// Finds the velocities that loop closure keeps, from the order of its pivots.
void EndTangents::findHeld(const MotionState& end) {
  for (const Cluster<double>& cluster : tree_.clusters()) {
    if (!cluster.constraint || !cluster.constraint->explicitForm) continue;
    updateJoints<double>(tree_, cluster, end.q, end.v, closing_);
    if (!solveConstraints<double>(tree_, cluster, end.q, end.v, closing_))
      throw singularPose(tree_, cluster);
  }
}

void EndTangents::close(JetWorkspace& jets) {
  keepCoordinates(tree_, closing_, jets.tree, jets.work);
  for (const Cluster<DerivativeJet>& cluster : jets.tree.clusters()) {
    if (!cluster.constraint) continue;
    closePosition(jets.tree, cluster, jets);
    updateJoints<DerivativeJet>(jets.tree, cluster, jets.q, jets.v, jets.work);
    closeVelocity<DerivativeJet>(jets.tree, cluster, jets.q, jets.work, jets.v);
  }
}

void EndTangents::read(const JetWorkspace& jets, int first, StepMap& map) {
  difference<DerivativeJet>(jets.tree, end_, jets.q, moved_);
  const int m = tree_.degreesOfFreedom();
  for (int k = 0; k < DerivativeJet::directions && first + k < directionsOf(tree_); ++k) {
    const int direction = first + k;
    auto column = direction < 2 * m ? map.state.col(direction) : map.torque.col(direction - 2 * m);
    for (int j = 0; j < m; ++j) {
      const int entry = map.endCoordinates[at(j)];
      column[j] = moved_[entry].partials[at(k)];
      column[m + j] = jets.v[entry].partials[at(k)];
    }
  }
}

MomentumJets::MomentumJets(const ClusterTree<double>& tree)
    : bodies(tree.bodies().size(), Vector6<DerivativeJet>::Zero()), joints(tree.velocitySize()) {}

StepKnot::StepKnot(const ClusterTree<double>& given)
    : tree(given),
      work(tree),
      momenta(tree),
      rates(tree.degreesOfFreedom()),
      change(tree.velocitySize()),
      own(tree),
      mass(tree.degreesOfFreedom(), tree.degreesOfFreedom()) {}

void StepKnot::begin(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                     std::vector<int>& coordinates) {
  chooseCoordinates(tree, q, v, work, coordinates);
  massMatrix(tree, q, work.base, mass);
  if (!work.branches.factor(mass))
    throw SimulationError("the mass matrix is not positive definite in it");
  work.branches.invert(work.inverseMass);
}

void StepKnot::updateKinematics() {
  linkwork::updateKinematics<DerivativeJet>(jets().tree, jets().q, jets().v, jets().work);
  updatePoses(jets().tree, jets().work);
}

void StepKnot::applyLaw(const ForceLaw& law) {
  work.forces.hasWrenches = static_cast<bool>(law);
  if (law) law(jets().tree, jets().work, work.forces);
}

void StepKnot::takeMomenta(MomentumJets& result) {
  for (int i = 0; i < static_cast<int>(result.bodies.size()); ++i) {
    const TreeBody<DerivativeJet>& body = jets().tree.body(i);
    result.bodies[at(i)] = body.inertia * jets().work.of(i).velocity;
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      result.joints[k] = body.armature * jets().v[k];
  }
}

void StepKnot::addForces(double impulse, const VectorX<DerivativeJet>& v) {
  JetWorkspace& room = jets();
  applyForces<DerivativeJet>(room.tree, room.q, v, work.forces, room.work);
  for (int i = 0; i < static_cast<int>(momenta.bodies.size()); ++i) {
    const RigidBodyInertia<DerivativeJet>& inertia = room.tree.body(i).inertia;
    const BodyWorkspace<DerivativeJet>& here = room.work.of(i);
    const Vector3<DerivativeJet> gravity = here.pose.rotation.transpose() * room.tree.gravity();
    Vector6<DerivativeJet> force = -here.force;
    force.head<3>() += inertia.moment.vector().cross(gravity);
    force.tail<3>() += inertia.mass * gravity;
    momenta.bodies[at(i)] += DerivativeJet(impulse) * force;
  }
  momenta.joints += DerivativeJet(impulse) * room.work.jointForces;
}

void StepKnot::projectDifference(const MomentumJets& known) {
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

void StepKnot::correctVelocity() {
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
