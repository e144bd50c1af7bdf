#include "linkwork/dynamics/derivatives.hpp"

#include <algorithm>

#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

/// Whether the force of a joint's spring, damper and friction depends on each entry of q and v
/// separately.
bool isDiagonal(const TreeBody<double>& body) {
  return !body.hasPassiveForces ||
         (!body.resistsTwist() && (body.velocities == 1 || body.stiffness == 0));
}

/// ẏ and G of a tree of revolute joints and floating bodies: the same at every pose.
void writeCoordinates(const Plan& plan, MatrixX<double>& basis, std::vector<int>& coordinates) {
  for (std::size_t i = 0; i < plan.revolutes().size(); ++i) {
    const int dof = plan.massRows()[i].dof;
    coordinates[at(dof)] = plan.drives()[i].velocity;
    basis(plan.revolutes()[i].velocity, dof) = plan.drives()[i].ratio;
  }
  for (const Plan::Gear& gear : plan.gears()) {
    const int dof = plan.massRows()[at(gear.revolute)].dof;
    basis(gear.velocity, dof) = gear.ratio * plan.drives()[at(gear.revolute)].ratio;
  }
  for (std::size_t i = 0; i < plan.floatingBodies().size(); ++i)
    for (int k = 0; k < 6; ++k) {
      const int dof = plan.floatingDofs()[i] + k, entry = plan.floatingBodies()[i].velocity + k;
      coordinates[at(dof)] = entry;
      basis(entry, dof) = 1;
    }
}

/// G and the names of ẏ, and the general kinematics of all bodies that are not on single revolute
/// joints.
void findMotions(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                 const ConstVectorRef<double>& v, DerivativesWorkspace& work,
                 std::vector<int>& coordinates) {
  const Plan& plan = *tree.plan();
  if (!plan.hasMassRows()) return chooseCoordinates(tree, q, v, work, coordinates);
  coordinates = work.coordinates;
  for (const kernels::FloatingBody<double>& body : plan.floatingBodies())
    updateJoints<double>(tree, tree.clusterOf(tree.body(body.body)), q, v, work.base);
}

/// v̇ = G ÿ + g of all joints, for the independent entries of a.
void spanAccelerations(const ClusterTree<double>& tree, const ConstVectorRef<double>& a,
                       DerivativesWorkspace& work, const std::vector<int>& coordinates) {
  for (const Cluster<double>& cluster : tree.clusters()) {
    const bool drifts = cluster.constraint && !cluster.constraint->isConstant();
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
  JetWorkspace& jets = work.jets;
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

/// Slopes of G and g of clusters with loops, and those of v̇ = G ÿ + g with constant ÿ; and of
/// joints with varying subspaces.
void updateAllSlopes(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                     const ConstVectorRef<double>& v, DerivativesWorkspace& work) {
  for (std::size_t c = 0; c < tree.clusters().size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    if (!cluster.constraint || cluster.constraint->isConstant()) continue;
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

/// Storage for (∂τ_y/∂y)ᵀ over (∂τ_y/∂ẏ)ᵀ over zeros. The column stride is an odd multiple of
/// eight: columns then start in different cache sets.
MatrixX<double> roomOnTorque(Eigen::Index m) {
  return MatrixX<double>::Zero(((2 * m + 7) / 8 | 1) * 8, m);
}

/// Calls `visit` with each range of entries of one row of G.
template <typename Visit>
void forEachRow(const std::vector<DerivativesWorkspace::BasisEntry>& entries, Visit visit) {
  for (auto first = entries.begin(), end = first; first != entries.end(); first = end) {
    while (end != entries.end() && end->row == first->row) ++end;
    visit(first, end);
  }
}

/// ∂v̇/∂x = drift − G H⁻¹ ∂τ_y/∂x. The last factor is given transposed, in rows from `first` on.
void writeCaused(const DerivativesWorkspace& work, const MatrixX<double>& drift, Eigen::Index first,
                 MatrixX<double>& result) {
  const Eigen::Index columns = result.cols();
  for (const DerivativesWorkspace::FreeRun& run : work.freeRuns)
    kernels::passes().negateTransposed(
        &work.onTorque(first, run.column), work.onTorque.outerStride(), run.length,
        static_cast<int>(columns), &result(run.row, 0), result.outerStride());
  for (const int row : work.tiedRows) result.row(row) = drift.row(row);
  for (const auto& entry : work.basisEntries)
    result.row(entry.row) -= work.basis(entry.row, entry.column) *
                             work.onTorque.col(entry.column).segment(first, columns).transpose();
}

/// G H⁻¹ Gᵀ
void writeResponse(DerivativesWorkspace& work, MatrixX<double>& result) {
  for (const DerivativesWorkspace::FreeRun& left : work.freeRuns)
    for (const DerivativesWorkspace::FreeRun& top : work.freeRuns)
      result.block(top.row, left.row, top.length, left.length) =
          work.inverseMass.block(top.column, left.column, top.length, left.length);
  for (const int row : work.tiedRows) {
    result.row(row).setZero();
    result.col(row).setZero();
  }
  const auto& entries = work.basisEntries;
  forEachRow(entries, [&](auto first, auto end) {
    work.column.setZero();
    for (auto entry = first; entry != end; ++entry)
      work.column += work.basis(entry->row, entry->column) * work.inverseMass.col(entry->column);
    auto to = result.col(first->row);
    for (const DerivativesWorkspace::FreeRun& run : work.freeRuns)
      to.segment(run.row, run.length) = work.column.segment(run.column, run.length);
    for (auto entry = entries.begin(); entry != end; ++entry)
      to[entry->row] += work.basis(entry->row, entry->column) * work.column[entry->column];
    result.row(first->row) = to.transpose();
  });
}

/// Analytic derivatives: the upper triangle of H, and the others.
void differentiate(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                   const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                   const AppliedForces<double>& forces, DerivativesWorkspace& work,
                   std::vector<int>& coordinates, const ClusterDerivatives::Result& result) {
  findMotions(tree, q, v, work, coordinates);
  spanAccelerations(tree, a, work, coordinates);
  actOnJoints(q, v, forces, work);
  updateAllSlopes(tree, q, v, work);
  updateJointTransforms(tree, q, work.base);
  work.analytic.update(tree, v, work.spanning, work.basis, work.slopes, work.jointSlopes,
                       work.acting, work.base, result);
}

bool isAnalytic(const DerivativesWorkspace& work, const AppliedForces<double>& forces,
                const ForceLaw& law) {
  return work.isDiagonal && !work.hasCuts && !forces.hasWrenches && !law;
}

/// Adds the rows of G of a cluster.
void addRows(const Cluster<double>& cluster, DerivativesWorkspace& work) {
  for (int i = 0; i < cluster.spanning(); ++i) {
    const int row = cluster.velocities[at(i)];
    if (cluster.constraint) {
      work.tiedRows.push_back(row);
      for (int k = 0; k < cluster.dofs; ++k)
        work.basisEntries.push_back({row, cluster.firstDof + k});
      continue;
    }
    const int column = cluster.firstDof + i;
    if (!work.freeRuns.empty()) {
      DerivativesWorkspace::FreeRun& last = work.freeRuns.back();
      if (last.row + last.length == row && last.column + last.length == column) {
        ++last.length;
        continue;
      }
    }
    work.freeRuns.push_back({row, column, 1});
  }
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
      hasCuts(std::any_of(given.clusters().begin(), given.clusters().end(),
                          [](const Cluster<double>& cluster) { return cluster.isCut(); })),
      acting{VectorX<double>::Zero(given.velocitySize()),
             VectorX<double>::Zero(given.velocitySize()),
             VectorX<double>::Zero(given.velocitySize()),
             std::none_of(given.bodies().begin(), given.bodies().end(),
                          [](const TreeBody<double>& body) { return body.hasPassiveForces; })},
      slopes(given.clusters().begin(), given.clusters().end()),
      jointSlopes(given.bodies().begin(), given.bodies().end()),
      analytic(given),
      branches(given),
      onTorque(roomOnTorque(given.degreesOfFreedom())),
      inverseMass(given.degreesOfFreedom(), given.degreesOfFreedom()),
      column(given.degreesOfFreedom()),
      inverse(given) {
  for (const Cluster<double>& cluster : given.clusters()) addRows(cluster, *this);
  if (given.plan()->hasMassRows()) writeCoordinates(*given.plan(), basis, coordinates);
}

void inverseDynamicsDerivatives(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                                const AppliedForces<double>& forces, DerivativesWorkspace& work,
                                InverseDynamicsDerivatives& result, const ForceLaw& law) {
  if (!isAnalytic(work, forces, law))
    return inverseDynamicsDerivativesByJets(tree, q, v, a, forces, work, result, law);
  tree.requireSizes(q.size(), a.size());
  for (MatrixX<double>* matrix : {&result.position, &result.velocity, &result.acceleration})
    matrix->setZero();
  differentiate(tree, q, v, a, forces, work, result.coordinates,
                {result.position, result.velocity, false, result.acceleration});
  result.acceleration.triangularView<Eigen::StrictlyLower>() = result.acceleration.transpose();
}

void forwardDynamicsDerivatives(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const ConstVectorRef<double>& v,
                                const AppliedForces<double>& forces, DerivativesWorkspace& work,
                                ForwardDynamicsDerivatives& result, const ForceLaw& law) {
  if (work.hasCuts) return forwardDynamicsDerivativesByJets(tree, q, v, forces, work, result, law);
  forwardDynamics(tree, q, v, forces, work.base, work.spanning);
  MatrixX<double>& mass = work.inverse.acceleration;
  const Eigen::Index m = mass.rows();
  auto onPosition = work.onTorque.topRows(m), onVelocity = work.onTorque.middleRows(m, m);
  if (isAnalytic(work, forces, law)) {
    work.onTorque.setZero();
    mass.setZero();
    differentiate(tree, q, v, work.spanning, forces, work, result.coordinates,
                  {onPosition, onVelocity, true, mass});
  } else {
    inverseDynamicsDerivativesByJets(tree, q, v, work.spanning, forces, work, work.inverse, law);
    result.coordinates = work.inverse.coordinates;
    onPosition = work.inverse.position.transpose();
    onVelocity = work.inverse.velocity.transpose();
  }
  if (!work.branches.factor(mass))
    throw SimulationError("the mass matrix is not positive definite at this pose");
  work.branches.solveTransposed(work.onTorque);
  work.branches.invert(work.inverseMass);
  writeCaused(work, work.positionDrift, 0, result.position);
  writeCaused(work, work.velocityDrift, m, result.velocity);
  writeResponse(work, result.torque);
}

}  // namespace linkwork
