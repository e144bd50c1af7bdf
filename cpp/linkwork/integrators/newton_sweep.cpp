#include "linkwork/integrators/newton_sweep.hpp"

#include "linkwork/dynamics/articulation.hpp"

namespace linkwork {
namespace {

/// D ← D⁻¹ by elimination without exchanges. False unless every pivot, in units of the mass
/// matrix's (D = M/h as h → 0, M = L diag(d) Lᵀ with 1/d on the factor's diagonal), is healthy.
template <typename Matrix, typename Factor>
bool invert(Matrix& d, double h, const Factor& factor) {
  for (Eigen::Index k = 0; k < d.rows(); ++k) {
    const double pivot = d(k, k);
    if (!(pivot * h * factor(k, k) > lowestPivot)) return false;
    d(k, k) = 1;
    d.row(k) /= pivot;
    for (Eigen::Index i = 0; i < d.rows(); ++i) {
      if (i == k) continue;
      const double multiple = d(i, k);
      d(i, k) = 0;
      d.row(i) -= multiple * d.row(k);
    }
  }
  return true;
}

/// Whether a joint turns about and slides along z alone, as those of one velocity do that are no
/// functions: of its s only two entries are not zero.
bool isAlongZ(const TreeBody<double>& body) { return body.velocities == 1 && !body.function; }

/// I s, and Iᵀ s, for a column of a motion subspace.
template <typename Column>
Vector6<double> timesColumn(const MomentumInertia& inertia, const Column& s, bool alongZ) {
  if (!alongZ) return inertia * Vector6<double>(s);
  Vector6<double> result;
  result.head<3>() = s[2] * inertia.j.col(2) + s[5] * inertia.a.col(2);
  result.tail<3>() = s[2] * inertia.b.col(2) + s[5] * inertia.m.col(2);
  return result;
}
template <typename Column>
Vector6<double> transposeTimesColumn(const MomentumInertia& inertia, const Column& s, bool alongZ) {
  if (!alongZ) return inertia.transposeTimes(Vector6<double>(s));
  Vector6<double> result;
  result.head<3>() = (s[2] * inertia.j.row(2) + s[5] * inertia.b.row(2)).transpose();
  result.tail<3>() = (s[2] * inertia.a.row(2) + s[5] * inertia.m.row(2)).transpose();
  return result;
}

/// A body's frame in its parent's at k+1.
Transform<double> endTransform(const Transform<double>& start, const Displacement& joint) {
  if (joint.v.x() != 0 || joint.v.y() != 0) return start * joint.transform();
  const double c = joint.w * joint.w - joint.v.z() * joint.v.z(), s = 2 * joint.w * joint.v.z();
  Transform<double> end;
  end.rotation.col(0) = c * start.rotation.col(0) + s * start.rotation.col(1);
  end.rotation.col(1) = c * start.rotation.col(1) - s * start.rotation.col(0);
  end.rotation.col(2) = start.rotation.col(2);
  end.translation = start * joint.p;
  return end;
}

}  // namespace

NewtonSweep::NewtonSweep(StepState& knot, Derivative derivative)
    : bodies_(knot.tree().bodies().size()),
      push_(6, knot.tree().velocitySize()),
      pull_(6, knot.tree().velocitySize()),
      inverses_(6, knot.tree().velocitySize()),
      reduced_(knot.tree().velocitySize()),
      change_(knot.tree().velocitySize()),
      derivative_(derivative) {
  for (const ClusterDisplacement& displacement : knot.clusters()) {
    const Cluster<double>& cluster = displacement.cluster();
    const int m = cluster.dofs;
    ClusterMemory memory;
    memory.inverse.resize(m, m);
    memory.push.resize(6, m);
    memory.pull.resize(6, m);
    memory.subspaces.resize(6, m * cluster.bodyCount);
    memory.reduced.resize(m);
    memory.independent.resize(m);
    clusters_.push_back(std::move(memory));
  }
}

bool NewtonSweep::direction(DiscreteEquations& equations, Eigen::VectorXd& du) {
  const ClusterTree<double>& tree = equations.tree();
  if (!isReady_ && !factor(equations)) return false;
  isReady_ = derivative_ == Derivative::onceAStep;

  for (Body& body : bodies_) body.force.setZero();
  for (auto cluster = tree.clusters().rbegin(); cluster != tree.clusters().rend(); ++cluster)
    if (cluster->constraint)
      reduceCluster(equations, *cluster);
    else
      withVelocitySize(cluster->dofs, [&]<int nv>() { reduceBody<nv>(equations, *cluster); });
  for (const Cluster<double>& cluster : tree.clusters())
    if (cluster.constraint)
      moveCluster(equations, cluster);
    else
      withVelocitySize(cluster.dofs, [&]<int nv>() { moveBody<nv>(equations, cluster); });
  equations.changeOfVelocity(change_, du);
  return true;
}

/// Backward pass over inertias.
bool NewtonSweep::factor(DiscreteEquations& equations) {
  const ClusterTree<double>& tree = equations.tree();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i].inertia =
        momentumTangent(tree.bodies()[i].inertia, equations.bodies()[i].twist, equations.step());
    bodies_[i].toParent =
        endTransform(equations.knot().work().bodies[i].toParent, equations.joints()[i]);
  }
  for (auto cluster = tree.clusters().rbegin(); cluster != tree.clusters().rend(); ++cluster) {
    const bool isHealthy = cluster->constraint ? factorCluster(equations, *cluster)
                                               : withVelocitySize(cluster->dofs, [&]<int nv>() {
                                                   return factorBody<nv>(equations, *cluster);
                                                 });
    if (!isHealthy) return false;
  }
  return true;
}

template <int nv>
bool NewtonSweep::factorBody(DiscreteEquations& equations, const Cluster<double>& cluster) {
  const TreeBody<double>& body = equations.tree().body(cluster.firstBody);
  Workspace<double>& knot = equations.knot().work();
  Body& here = of(cluster.firstBody);
  if constexpr (nv > 0) {
    const auto left = knot.jointSubspaces.middleCols<nv>(body.velocity);
    const auto right = equations.endSubspaces().middleCols<nv>(body.velocity);
    Eigen::Matrix<double, 6, nv> push, pull;
    for (int k = 0; k < nv; ++k) {
      push.col(k) = timesColumn(here.inertia, right.col(k), isAlongZ(body));
      pull.col(k) = transposeTimesColumn(here.inertia, left.col(k), isAlongZ(body));
    }
    Eigen::Matrix<double, nv, nv> pivots = left.transpose() * push;
    if (body.hasPassiveForces || body.armature != 0)
      pivots += equations.jointTangent(body).topLeftCorner<nv, nv>();
    if (!invert(pivots, equations.step(), factorOf<double, nv>(cluster, knot))) return false;
    const Eigen::Matrix<double, 6, nv> solved = pull * pivots.transpose();
    for (int k = 0; k < nv; ++k) here.inertia.subtractOuter(push.col(k), solved.col(k));
    push_.middleCols<nv>(body.velocity) = push;
    pull_.middleCols<nv>(body.velocity) = solved;
    inverses_.block<nv, nv>(0, body.velocity) = pivots;
  }
  if (cluster.parent != ground)
    of(cluster.parent).inertia +=
        here.inertia.toParent(knot.of(cluster.firstBody).toParent, here.toParent);
  return true;
}

/// Backward pass over forces.
template <int nv>
void NewtonSweep::reduceBody(DiscreteEquations& equations, const Cluster<double>& cluster) {
  const int first = equations.tree().body(cluster.firstBody).velocity;
  Workspace<double>& knot = equations.knot().work();
  Body& here = of(cluster.firstBody);
  const Vector<double, nv> load =
      -equations.residual().segment<nv>(first) -
      knot.jointSubspaces.middleCols<nv>(first).transpose() * here.force;
  const Vector<double, nv> reduced = inverses_.block<nv, nv>(0, first) * load;
  reduced_.segment<nv>(first) = reduced;
  if (cluster.parent == ground) return;
  here.force += push_.middleCols<nv>(first) * reduced;
  of(cluster.parent).force += knot.of(cluster.firstBody).toParent.wrenchToParent(here.force);
}

/// Forward pass.
template <int nv>
void NewtonSweep::moveBody(DiscreteEquations& equations, const Cluster<double>& cluster) {
  const int first = equations.tree().body(cluster.firstBody).velocity;
  Body& here = of(cluster.firstBody);
  if (cluster.parent == ground)
    here.motion.setZero();
  else
    here.motion = here.toParent.twistToChild(of(cluster.parent).motion);
  const Vector<double, nv> change =
      reduced_.segment<nv>(first) - pull_.middleCols<nv>(first).transpose() * here.motion;
  here.motion += equations.endSubspaces().middleCols<nv>(first) * change;
  change_.segment<nv>(first) = change;
}

bool NewtonSweep::factorCluster(DiscreteEquations& equations, const Cluster<double>& cluster) {
  const ClusterTree<double>& tree = equations.tree();
  Workspace<double>& knot = equations.knot().work();
  const auto place = static_cast<std::size_t>(equations.knot().displacementOf(cluster));
  const ClusterDisplacement& displacement = equations.knot().clusters()[place];
  ClusterMemory& memory = clusters_[place];
  const int m = cluster.dofs;

  memory.inverse.setZero();
  memory.push.setZero();
  memory.pull.setZero();
  for (int i = 0; i < cluster.bodyCount; ++i) {
    const int index = cluster.firstBody + i;
    const TreeBody<double>& body = tree.body(index);
    const int nv = body.velocities;
    const Body& here = of(index);
    // S_R of the cluster, forward inside it.
    auto right = memory.subspaces.middleCols(i * m, m);
    right.noalias() = equations.endSubspaces()
                          .middleCols(body.velocity, nv)
                          .lazyProduct(displacement.endBasis().middleRows(body.local, nv));
    if (body.parent >= cluster.firstBody)
      for (int k = 0; k < m; ++k)
        right.col(k) += here.toParent.twistToChild(
            memory.subspaces.col((body.parent - cluster.firstBody) * m + k));

    const auto left = knot.motionSubspaces.middleCols(tree.firstColumn(index), m);
    const Transform<double>& startPose = toOutput(tree, index, knot);
    const Transform<double>& endPose = displacement.poses()[static_cast<std::size_t>(i)];
    for (int k = 0; k < m; ++k) {
      const Vector6<double> push = here.inertia * right.col(k);
      for (int j = 0; j < m; ++j) memory.inverse(j, k) += left.col(j).dot(push);
      memory.push.col(k) += startPose.wrenchToParent(push);
      memory.pull.col(k) += endPose.wrenchToParent(here.inertia.transposeTimes(left.col(k)));
    }
    if (body.hasPassiveForces || body.armature != 0)
      addJointTangent(equations, displacement, body, memory.inverse);
    if (cluster.parent != ground)
      of(cluster.parent).inertia += here.inertia.toParent(startPose, endPose);
  }
  if (!invert(memory.inverse, equations.step(), factorOf(cluster, knot))) return false;
  if (cluster.parent == ground) return true;
  for (int k = 0; k < m; ++k)
    for (int j = 0; j < m; ++j)
      of(cluster.parent)
          .inertia.subtractOuter(memory.inverse(k, j) * memory.push.col(k), memory.pull.col(j));
  return true;
}

/// D += N_kᵀ C N_{k+1}, for one joint of a cluster.
void NewtonSweep::addJointTangent(DiscreteEquations& equations,
                                  const ClusterDisplacement& displacement,
                                  const TreeBody<double>& body, Eigen::MatrixXd& pivots) {
  const Matrix6<double> tangent = equations.jointTangent(body);
  const Eigen::MatrixXd& start = displacement.startBasis();
  const Eigen::MatrixXd& end = displacement.endBasis();
  const int nv = body.velocities;
  for (int k = 0; k < nv; ++k)
    for (int l = 0; l < nv; ++l)
      for (int column = 0; column < end.cols(); ++column)
        pivots.col(column) +=
            tangent(k, l) * end(body.local + l, column) * start.row(body.local + k).transpose();
}

void NewtonSweep::reduceCluster(DiscreteEquations& equations, const Cluster<double>& cluster) {
  const ClusterTree<double>& tree = equations.tree();
  Workspace<double>& knot = equations.knot().work();
  const auto place = static_cast<std::size_t>(equations.knot().displacementOf(cluster));
  const ClusterDisplacement& displacement = equations.knot().clusters()[place];
  ClusterMemory& memory = clusters_[place];
  const Eigen::VectorXd& auxiliary = displacement.auxiliary();

  memory.reduced.setZero();
  for (int i = 0; i < cluster.bodyCount; ++i) {
    const int index = cluster.firstBody + i;
    const TreeBody<double>& body = tree.body(index);
    const int nv = body.velocities;
    Body& here = of(index);
    // ξ(δq₀), forward inside the cluster.
    here.motion.noalias() = equations.endSubspaces()
                                .middleCols(body.velocity, nv)
                                .lazyProduct(auxiliary.segment(body.local, nv));
    if (body.parent >= cluster.firstBody)
      here.motion += here.toParent.twistToChild(of(body.parent).motion);
    here.force += here.inertia * here.motion;
    const auto left = knot.motionSubspaces.middleCols(tree.firstColumn(index), cluster.dofs);
    for (int k = 0; k < cluster.dofs; ++k) memory.reduced[k] -= left.col(k).dot(here.force);

    Matrix6<double> tangent = Matrix6<double>::Zero();
    if (body.hasPassiveForces || body.armature != 0) tangent = equations.jointTangent(body);
    for (int k = 0; k < nv; ++k) {
      double force = equations.residual()[body.velocity + k];
      for (int l = 0; l < nv; ++l) force += tangent(k, l) * auxiliary[body.local + l];
      memory.reduced -= force * displacement.startBasis().row(body.local + k).transpose();
    }
    if (cluster.parent != ground)
      of(cluster.parent).force += toOutput(tree, index, knot).wrenchToParent(here.force);
  }
  memory.independent.noalias() = memory.inverse.lazyProduct(memory.reduced);
  if (cluster.parent != ground)
    of(cluster.parent).force.noalias() += memory.push.lazyProduct(memory.independent);
}

void NewtonSweep::moveCluster(DiscreteEquations& equations, const Cluster<double>& cluster) {
  const auto place = static_cast<std::size_t>(equations.knot().displacementOf(cluster));
  const ClusterDisplacement& displacement = equations.knot().clusters()[place];
  ClusterMemory& memory = clusters_[place];
  Vector6<double> atOutput = Vector6<double>::Zero();
  if (cluster.parent != ground) atOutput = of(cluster.parent).motion;
  memory.reduced.noalias() = memory.pull.transpose().lazyProduct(atOutput);
  memory.independent.noalias() -= memory.inverse.lazyProduct(memory.reduced);

  for (int i = 0; i < cluster.bodyCount; ++i) {
    const TreeBody<double>& body = equations.tree().body(cluster.firstBody + i);
    Body& here = of(cluster.firstBody + i);
    here.motion = here.toParent.twistToChild(
        body.parent < cluster.firstBody ? atOutput : of(body.parent).motion);
    for (int k = 0; k < body.velocities; ++k) {
      const double change = displacement.auxiliary()[body.local + k] +
                            displacement.endBasis().row(body.local + k).dot(memory.independent);
      change_[body.velocity + k] = change;
      here.motion += change * equations.endSubspaces().col(body.velocity + k);
    }
  }
}

ImpulseSweep::ImpulseSweep(StepState& knot) : change_(knot.tree().velocitySize()) {}

bool ImpulseSweep::direction(DiscreteEquations& equations, Eigen::VectorXd& du) {
  StepState& knot = equations.knot();
  knot.impulseResponse(equations.residual(), equations.step(), change_);
  change_ *= equations.step();
  for (const ClusterDisplacement& displacement : knot.clusters()) {
    const Cluster<double>& cluster = displacement.cluster();
    const auto independent = knot.work().accelerations.segment(cluster.firstDof, cluster.dofs);
    for (int i = 0; i < cluster.spanning(); ++i)
      change_[cluster.velocities[static_cast<std::size_t>(i)]] =
          displacement.auxiliary()[i] +
          equations.step() * displacement.endBasis().row(i).dot(independent);
  }
  equations.changeOfVelocity(change_, du);
  return true;
}

}  // namespace linkwork
