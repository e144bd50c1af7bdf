#include <algorithm>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/dynamics/general_dynamics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

constexpr int width = DerivativeJet::directions;

/// One of the 2m directions of a state, along y_j or ẏ_j, and its partial in this pass.
struct Direction {
  std::size_t partial;
  bool movesPosition;
  int freedom;  ///< j
};

/// Calls `visit(direction)` for the directions of the pass that starts with the given one.
template <typename Visitor>
void forEachDirection(const ClusterTree<double>& tree, int first, Visitor&& visit) {
  const int m = tree.degreesOfFreedom();
  for (int k = std::max(0, -first); k < width && first + k < 2 * m; ++k)
    visit(Direction{at(k), first + k < m, (first + k) % m});
}

/// Adds ε G e_j to numbers laid out like v.
void addTangent(const Direction& direction, const MatrixX<double>& basis,
                VectorX<DerivativeJet>& numbers) {
  for (Eigen::Index i = 0; i < numbers.size(); ++i)
    numbers[i].partials[direction.partial] += basis(i, direction.freedom);
}

/// The forces in a pass: as given, or updated by the law from the kinematics.
void applyForces(const AppliedForces<double>& forces, const ForceLaw& law,
                 DerivativesWorkspace& work) {
  work.forces.torque = forces.torque.cast<DerivativeJet>();
  work.forces.hasWrenches = forces.hasWrenches;
  if (forces.hasWrenches)
    for (std::size_t i = 0; i < forces.wrenches.size(); ++i)
      work.forces.wrenches[i] = forces.wrenches[i].cast<DerivativeJet>();
  if (!law && !forces.hasWrenches) return;
  updatePoses(work.jets.tree, work.jets.work);
  if (law) law(work.jets.tree, work.jets.work, work.forces);
}

/// Slopes of v̇ = G ÿ + g at constant ÿ, after inverse dynamics on jets.
void readDrift(const ClusterTree<double>& tree, const Direction& direction,
               const Workspace<DerivativeJet>& work, MatrixX<double>& drift) {
  for (const Cluster<double>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    for (int i = 0; i < cluster.spanning(); ++i) {
      const int entry = cluster.velocities[at(i)];
      const DerivativeJet total = work.spanningAccelerations[entry] + work.of(cluster).offset[i];
      drift(entry, direction.freedom) = total.partials[direction.partial];
    }
  }
}

}  // namespace

void moveState(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
               const ConstVectorRef<double>& v, int first, DerivativesWorkspace& work) {
  work.start = q.cast<DerivativeJet>();
  work.step.setZero();
  work.jets.v = v.cast<DerivativeJet>();
  forEachDirection(tree, first, [&](const Direction& direction) {
    addTangent(direction, work.basis, direction.movesPosition ? work.step : work.jets.v);
  });
  retract<DerivativeJet>(work.jets.tree, work.start, work.step, work.jets.q);
  for (const Cluster<DerivativeJet>& cluster : work.jets.tree.clusters()) {
    if (!cluster.constraint) continue;
    updateJoints<DerivativeJet>(work.jets.tree, cluster, work.jets.q, work.jets.v, work.jets.work);
    closeVelocity<DerivativeJet>(work.jets.tree, cluster, work.jets.q, work.jets.work, work.jets.v);
  }
}

void moveTorque(const ClusterTree<double>& tree, int first, VectorX<DerivativeJet>& torque) {
  const int before = 2 * tree.degreesOfFreedom();
  for (int k = 0; k < DerivativeJet::directions; ++k) {
    const int entry = first + k - before;
    if (entry >= 0 && entry < tree.velocitySize()) torque[entry].partials[at(k)] = 1;
  }
}

void chooseCoordinates(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                       const ConstVectorRef<double>& v, DerivativesWorkspace& work,
                       std::vector<int>& coordinates) {
  updateKinematics<double>(tree, q, v, work.base);
  work.basis.setZero();
  for (const Cluster<double>& cluster : tree.clusters()) {
    const ConstraintWorkspace<double>& workspace = work.base.of(cluster);
    for (int j = 0; j < cluster.dofs; ++j) {
      const int column = cluster.firstDof + j;
      coordinates[at(column)] = independentVelocity(tree, cluster, j, work.base);
      for (int i = 0; i < cluster.spanning(); ++i)
        work.basis(cluster.velocities[at(i)], column) =
            cluster.constraint ? workspace.basis(i, j) : (i == j ? 1.0 : 0.0);
    }
  }
  keepCoordinates(tree, work.base, work.jets.tree, work.jets.work);
}

void inverseDynamicsDerivativesByJets(const ClusterTree<double>& tree,
                                      const ConstVectorRef<double>& q,
                                      const ConstVectorRef<double>& v,
                                      const ConstVectorRef<double>& a,
                                      const AppliedForces<double>& forces,
                                      DerivativesWorkspace& work,
                                      InverseDynamicsDerivatives& result, const ForceLaw& law) {
  tree.requireSizes(q.size(), a.size());
  chooseCoordinates(tree, q, v, work, result.coordinates);
  work.positionDrift.setZero();
  work.velocityDrift.setZero();
  work.a = a.cast<DerivativeJet>();
  for (int first = 0; first < 2 * tree.degreesOfFreedom(); first += width) {
    moveState(tree, q, v, first, work);
    if (law)
      updateForDynamics<DerivativeJet>(work.jets.tree, work.jets.q, work.jets.v, work.jets.work);
    applyForces(forces, law, work);
    inverseDynamics(work.jets.tree, work.jets.q, work.jets.v, work.a, work.forces, work.jets.work,
                    work.torque);
    forEachDirection(tree, first, [&](const Direction& direction) {
      MatrixX<double>& slopes = direction.movesPosition ? result.position : result.velocity;
      for (int i = 0; i < tree.degreesOfFreedom(); ++i)
        slopes(i, direction.freedom) =
            work.torque[result.coordinates[at(i)]].partials[direction.partial];
      readDrift(tree, direction, work.jets.work,
                direction.movesPosition ? work.positionDrift : work.velocityDrift);
    });
  }
  massMatrix(tree, q, work.base, result.acceleration);
}

void forwardDynamicsDerivativesByJets(const ClusterTree<double>& tree,
                                      const ConstVectorRef<double>& q,
                                      const ConstVectorRef<double>& v,
                                      const AppliedForces<double>& forces,
                                      DerivativesWorkspace& work,
                                      ForwardDynamicsDerivatives& result, const ForceLaw& law) {
  tree.requireSizes(q.size(), v.size());
  JetWorkspace& jets = work.jets;
  chooseCoordinates(tree, q, v, work, result.coordinates);
  const int m = tree.degreesOfFreedom();
  const auto solve = [&] {
    generalForwardDynamics<DerivativeJet>(jets.tree, jets.q, jets.v, work.forces, jets.work,
                                          work.a);
  };
  for (int first = 0; first < 2 * m; first += width) {
    moveState(tree, q, v, first, work);
    updateForDynamics<DerivativeJet>(jets.tree, jets.q, jets.v, jets.work);
    applyForces(forces, law, work);
    solve();
    forEachDirection(tree, first, [&](const Direction& direction) {
      MatrixX<double>& slopes = direction.movesPosition ? result.position : result.velocity;
      for (Eigen::Index i = 0; i < slopes.rows(); ++i)
        slopes(i, direction.freedom) = work.a[i].partials[direction.partial];
    });
  }
  moveState(tree, q, v, 2 * m, work);  // along none
  updateForDynamics<DerivativeJet>(jets.tree, jets.q, jets.v, jets.work);
  work.forces.hasWrenches = false;
  for (int first = 0; first < result.torque.cols(); first += width) {
    work.forces.torque.setZero();
    moveTorque(tree, 2 * m + first, work.forces.torque);
    solve();
    for (int k = 0; k < width && first + k < result.torque.cols(); ++k)
      for (Eigen::Index i = 0; i < result.torque.rows(); ++i)
        result.torque(i, first + k) = work.a[i].partials[at(k)];
  }
  result.torque.triangularView<Eigen::StrictlyLower>() = result.torque.transpose();
}

}  // namespace linkwork
