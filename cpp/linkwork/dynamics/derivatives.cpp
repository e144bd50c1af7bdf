#include "linkwork/dynamics/derivatives.hpp"

#include <algorithm>

#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/plan_dynamics.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

/// Whether the force of a joint's spring, damper and friction follows each entry of q and v by
/// itself.
bool isDiagonal(const TreeBody<double>& body) {
  return !body.hasPassiveForces ||
         (!body.resistsTwist() && (body.velocities == 1 || body.stiffness == 0));
}

/// ẏ and G of a tree of hinges and floating bodies: the same at every pose.
void writeCoordinates(const Plan& plan, MatrixX<double>& basis, std::vector<int>& coordinates) {
  for (std::size_t i = 0; i < plan.hinges().size(); ++i) {
    const int dof = plan.massRows()[i].dof;
    coordinates[at(dof)] = plan.drives()[i].velocity;
    basis(plan.hinges()[i].velocity, dof) = plan.drives()[i].ratio;
  }
  for (const Plan::Gear& gear : plan.gears()) {
    const int dof = plan.massRows()[at(gear.hinge)].dof;
    basis(gear.velocity, dof) = gear.ratio * plan.drives()[at(gear.hinge)].ratio;
  }
  for (std::size_t i = 0; i < plan.floatingBodies().size(); ++i)
    for (int k = 0; k < 6; ++k) {
      const int dof = plan.floatingDofs()[i] + k, entry = plan.floatingBodies()[i].velocity + k;
      coordinates[at(dof)] = entry;
      basis(entry, dof) = 1;
    }
}

/// G and the names of ẏ, and what the general kinematics know of all bodies that are not on single
/// hinges.
void findMotions(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                 const ConstVectorRef<double>& v, DerivativesWorkspace& work,
                 std::vector<int>& coordinates) {
  const Plan& plan = *tree.plan();
  if (!plan.hasMassRows()) return chooseCoordinates(tree, q, v, work, coordinates);
  coordinates = work.coordinates;
  for (const hinges::FloatingBody<double>& body : plan.floatingBodies())
    updateJoints<double>(tree, tree.clusterOf(tree.body(body.body)), q, v, work.base);
}

/// v̇ = G ÿ + g of all joints, for the independent entries of a.
void spanAccelerations(const ClusterTree<double>& tree, const ConstVectorRef<double>& a,
                       DerivativesWorkspace& work, const std::vector<int>& coordinates) {
  for (const Cluster<double>& cluster : tree.clusters()) {
    const bool drifts = cluster.constraint && !cluster.constraint->loops.empty();
    for (int j = 0; j < cluster.spanning(); ++j) {
      const int entry = cluster.velocities[at(j)];
      double sum = drifts ? work.base.of(cluster).offset[j] : 0;
      for (int k = cluster.firstDof; k < cluster.firstDof + cluster.dofs; ++k)
        sum += work.basis(entry, k) * a[coordinates[at(k)]];
      work.spanning[entry] = sum;
    }
  }
}

/// Forces on the joints, and the slopes of springs, dampers and friction.
void actOnJoints(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                 const AppliedForces<double>& forces, DerivativesWorkspace& work) {
  ClusterDerivatives::ActingForces& acting = work.acting;
  if (acting.areHeld) {
    acting.torque = forces.torque;
    return;
  }
  JetRoom& jets = work.jets;
  jets.q = q.cast<DerivativeJet>();
  jets.v = v.cast<DerivativeJet>();
  work.forces.torque = forces.torque.cast<DerivativeJet>();
  for (const TreeBody<DerivativeJet>& body : jets.tree.bodies())
    if (body.velocities == 1) jets.q[body.position].partials[0] = 1;
  for (DerivativeJet& rate : jets.v) rate.partials[1] = 1;
  applyJointForces<DerivativeJet>(jets.tree, jets.q, jets.v, work.forces, jets.work);
  for (Eigen::Index k = 0; k < acting.torque.size(); ++k) {
    const DerivativeJet& force = jets.work.jointForces[k];
    acting.torque[k] = force.value;
    acting.byPosition[k] = force.partials[0];
    acting.byVelocity[k] = force.partials[1];
  }
}

/// Slopes of G and g of clusters with loops, and with them those of v̇ = G ÿ + g with ÿ held; and of
/// joints whose subspace changes.
void updateAllSlopes(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                     const ConstVectorRef<double>& v, DerivativesWorkspace& work) {
  for (std::size_t c = 0; c < tree.clusters().size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    if (!cluster.constraint || cluster.constraint->loops.empty()) continue;
    ClusterSlopes& slopes = work.slopes[c];
    updateSlopes(tree, cluster, work.basis, q, v, work.spanning, work.jets, slopes);
    for (int j = 0; j < cluster.spanning(); ++j) {
      const int entry = cluster.velocities[at(j)];
      work.positionDrift.row(entry).segment(cluster.firstDof, cluster.dofs) =
          slopes.acceleration.row(j);
      work.velocityDrift.row(entry).segment(cluster.firstDof, cluster.dofs) =
          slopes.accelerationByVelocity.row(j);
    }
  }
  for (int i = 0; i < static_cast<int>(tree.bodies().size()); ++i)
    updateSlopes(tree, i, q, v, work.jets, work.jointSlopes[at(i)]);
}

/// to += factor · G x
void addSpanned(const DerivativesWorkspace& work, double factor, const double* x, double* to) {
  for (const auto& entry : work.basisEntries)
    to[entry.row] += factor * entry.value * x[entry.column];
}

/// ∂v̇/∂x = drift − G H⁻¹ ∂τ_y/∂x, column by column; ∂τ_y/∂x is overwritten.
void writeCaused(const MatrixX<double>& drift, DerivativesWorkspace& work,
                 MatrixX<double>& onTorque, MatrixX<double>& result) {
  work.branches.solve(onTorque);
  result = drift;
  double* to = result.data();
  for (int j = 0; j < result.cols(); ++j, to += result.rows())
    addSpanned(work, -1, onTorque.col(j).data(), to);
}

/// G H⁻¹ Gᵀ, column by column.
void writeResponse(const ClusterTree<double>& tree, DerivativesWorkspace& work,
                   MatrixX<double>& result) {
  result.setZero();
  for (const Cluster<double>& cluster : tree.clusters())
    for (const int entry : cluster.velocities) {
      work.column.setZero();
      for (int k = cluster.firstDof; k < cluster.firstDof + cluster.dofs; ++k)
        work.column += work.basis(entry, k) * work.inverseMass.col(k);
      addSpanned(work, 1, work.column.data(), result.col(entry).data());
    }
  result.triangularView<Eigen::StrictlyLower>() = result.transpose();
}

}  // namespace

ForwardDynamicsDerivatives::ForwardDynamicsDerivatives(const ClusterTree<double>& tree)
    : coordinates(at(tree.degreesOfFreedom())),
      position(tree.velocitySize(), tree.degreesOfFreedom()),
      velocity(tree.velocitySize(), tree.degreesOfFreedom()),
      torque(tree.velocitySize(), tree.velocitySize()) {}

InverseDynamicsDerivatives::InverseDynamicsDerivatives(const ClusterTree<double>& tree)
    : coordinates(at(tree.degreesOfFreedom())),
      position(tree.degreesOfFreedom(), tree.degreesOfFreedom()),
      velocity(tree.degreesOfFreedom(), tree.degreesOfFreedom()),
      acceleration(tree.degreesOfFreedom(), tree.degreesOfFreedom()) {}

DerivativesWorkspace::DerivativesWorkspace(const ClusterTree<double>& given)
    : jets(given),
      base(given),
      forces(jets.tree),
      start(given.positionSize()),
      step(given.velocitySize()),
      a(given.velocitySize()),
      torque(given.velocitySize()),
      basis(MatrixX<double>::Zero(given.velocitySize(), given.degreesOfFreedom())),
      coordinates(at(given.degreesOfFreedom())),
      positionDrift(basis),
      velocityDrift(basis),
      spanning(given.velocitySize()),
      isDiagonal(std::all_of(given.bodies().begin(), given.bodies().end(), linkwork::isDiagonal)),
      acting{VectorX<double>::Zero(given.velocitySize()),
             VectorX<double>::Zero(given.velocitySize()),
             VectorX<double>::Zero(given.velocitySize()),
             std::none_of(given.bodies().begin(), given.bodies().end(),
                          [](const TreeBody<double>& body) { return body.hasPassiveForces; })},
      slopes(given.clusters().begin(), given.clusters().end()),
      jointSlopes(given.bodies().begin(), given.bodies().end()),
      analytic(given),
      branches(given),
      inverseMass(given.degreesOfFreedom(), given.degreesOfFreedom()),
      column(given.degreesOfFreedom()),
      inverse(given) {
  for (const Cluster<double>& cluster : given.clusters())
    for (int i = 0; i < cluster.spanning(); ++i)
      for (int k = 0; k < cluster.dofs; ++k)
        if (cluster.constraint || i == k)
          basisEntries.push_back({cluster.velocities[at(i)], cluster.firstDof + k, 0});
  if (given.plan()->hasMassRows()) writeCoordinates(*given.plan(), basis, coordinates);
}

void inverseDynamicsDerivatives(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                                const AppliedForces<double>& forces, DerivativesWorkspace& work,
                                InverseDynamicsDerivatives& result, const ForceLaw& law) {
  if (!work.isDiagonal || forces.hasWrenches || law)
    return inverseDynamicsDerivativesByJets(tree, q, v, a, forces, work, result, law);
  tree.requireSizes(q.size(), a.size());
  findMotions(tree, q, v, work, result.coordinates);
  spanAccelerations(tree, a, work, result.coordinates);
  actOnJoints(q, v, forces, work);
  updateAllSlopes(tree, q, v, work);
  turnHinges(tree, q, work.base);
  work.analytic.update(tree, v, work.spanning, work.basis, work.slopes, work.jointSlopes,
                       work.acting, work.base, result.position, result.velocity,
                       result.acceleration);
}

void forwardDynamicsDerivatives(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const ConstVectorRef<double>& v,
                                const AppliedForces<double>& forces, DerivativesWorkspace& work,
                                ForwardDynamicsDerivatives& result, const ForceLaw& law) {
  forwardDynamics<double>(tree, q, v, forces, work.base, work.spanning);
  inverseDynamicsDerivatives(tree, q, v, work.spanning, forces, work, work.inverse, law);
  result.coordinates = work.inverse.coordinates;
  if (!work.branches.factor(work.inverse.acceleration))
    throw SimulationError("the mass matrix is not positive definite at this pose");
  work.branches.invert(work.inverseMass);
  for (auto& entry : work.basisEntries) entry.value = work.basis(entry.row, entry.column);
  writeCaused(work.positionDrift, work, work.inverse.position, result.position);
  writeCaused(work.velocityDrift, work, work.inverse.velocity, result.velocity);
  writeResponse(tree, work, result.torque);
}

}  // namespace linkwork
