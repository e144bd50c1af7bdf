#include "linkwork/variational/newton_sweep.hpp"

#include "linkwork/tree/articulation.hpp"

namespace linkwork {
namespace {

using Mat3 = Matrix3<double>;

/// X_Lᵀ I X_R: rows go to the parent as wrenches at k, columns take its twists at k+1.
Matrix6<double> toParent(const Matrix6<double>& inertia, const Transform<double>& left,
                         const Transform<double>& right) {
  const Mat3 turnBack = right.rotation.transpose();
  const Mat3 j = left.rotation * (inertia.topLeftCorner<3, 3>() * turnBack);
  const Mat3 a = left.rotation * (inertia.topRightCorner<3, 3>() * turnBack);
  const Mat3 b = left.rotation * (inertia.bottomLeftCorner<3, 3>() * turnBack);
  const Mat3 m = left.rotation * (inertia.bottomRightCorner<3, 3>() * turnBack);
  const Mat3 l = hat(left.translation), r = hat(right.translation);
  const Mat3 lower = b - m * r;
  Matrix6<double> result;
  result.bottomLeftCorner<3, 3>() = lower;
  result.bottomRightCorner<3, 3>() = m;
  result.topLeftCorner<3, 3>() = j - a * r + l * lower;
  result.topRightCorner<3, 3>() = a + l * m;
  return result;
}

/// D ← D⁻¹ by elimination without exchanges. False unless every pivot, in units of the mass
/// matrix's (D = M/h as h → 0, M = L Lᵀ), is healthy.
template <typename Matrix, typename Factor>
bool invert(Matrix& d, double h, const Factor& factor) {
  for (Eigen::Index k = 0; k < d.rows(); ++k) {
    const double pivot = d(k, k);
    if (!(pivot * h > lowestPivot * factor(k, k) * factor(k, k))) return false;
    d(k, k) = 1;
    d.row(k) /= pivot;
    for (Eigen::Index i = 0; i < d.rows(); ++i) {
      if (i == k) continue;
      const double factorOfRow = d(i, k);
      d(i, k) = 0;
      d.row(i) -= factorOfRow * d.row(k);
    }
  }
  return true;
}

}  // namespace

NewtonSweep::NewtonSweep(DiscreteNode& node)
    : bodies_(node.tree().bodies().size()),
      push_(6, node.tree().velocitySize()),
      pull_(6, node.tree().velocitySize()),
      reduced_(node.tree().velocitySize()),
      change_(node.tree().velocitySize()) {
  for (const ClusterDisplacement& displacement : node.clusters()) {
    const Cluster<double>& cluster = displacement.cluster();
    const int m = cluster.freedoms;
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
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& here = bodies_[i];
    here.inertia =
        momentumTangent(tree.bodies()[i].inertia, equations.bodies()[i].twist, equations.step());
    here.force.setZero();
    here.toParent = equations.node().work().bodies[i].toParent * equations.joints()[i].transform();
  }
  for (auto cluster = tree.clusters().rbegin(); cluster != tree.clusters().rend(); ++cluster) {
    const bool isHealthy = cluster->constraint ? inwardCluster(equations, *cluster)
                                               : withVelocitySize(cluster->freedoms, [&]<int nv>() {
                                                   return inwardBody<nv>(equations, *cluster);
                                                 });
    if (!isHealthy) return false;
  }
  for (const Cluster<double>& cluster : tree.clusters()) {
    if (cluster.constraint)
      outwardCluster(equations, cluster);
    else
      withVelocitySize(cluster.freedoms, [&]<int nv>() { outwardBody<nv>(equations, cluster); });
  }
  equations.changeOfVelocity(change_, du);
  return true;
}

template <int nv>
bool NewtonSweep::inwardBody(DiscreteEquations& equations, const Cluster<double>& cluster) {
  const TreeBody<double>& body = equations.tree().body(cluster.firstBody);
  Workspace<double>& node = equations.node().work();
  Body& here = of(cluster.firstBody);
  if constexpr (nv > 0) {
    const Eigen::Matrix<double, 6, nv> left = node.jointSubspaces.middleCols<nv>(body.velocity);
    const Eigen::Matrix<double, 6, nv> right =
        equations.endSubspaces().middleCols<nv>(body.velocity);
    const Eigen::Matrix<double, 6, nv> push = here.inertia * right;
    const Eigen::Matrix<double, nv, 6> pull = left.transpose() * here.inertia;
    Eigen::Matrix<double, nv, nv> pivots = left.transpose() * push;
    pivots.diagonal().array() += body.reflectedInertia / equations.step();
    if (body.hasPassiveForces) pivots += equations.dampingTangent(body).topLeftCorner<nv, nv>();
    if (!invert(pivots, equations.step(), factorOf<double, nv>(cluster, node))) return false;

    const Vector<double, nv> reduced =
        pivots * (-equations.residual().segment<nv>(body.velocity) - left.transpose() * here.force);
    const Eigen::Matrix<double, nv, 6> solved = pivots * pull;
    here.inertia.noalias() -= push * solved;
    here.force += push * reduced;
    pull_.middleCols<nv>(body.velocity) = solved.transpose();
    reduced_.segment<nv>(body.velocity) = reduced;
  }
  if (cluster.parent != ground) {
    const Transform<double>& left = node.of(cluster.firstBody).toParent;
    of(cluster.parent).inertia += toParent(here.inertia, left, here.toParent);
    of(cluster.parent).force += left.wrenchToParent(here.force);
  }
  return true;
}

template <int nv>
void NewtonSweep::outwardBody(DiscreteEquations& equations, const Cluster<double>& cluster) {
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

bool NewtonSweep::inwardCluster(DiscreteEquations& equations, const Cluster<double>& cluster) {
  const ClusterTree<double>& tree = equations.tree();
  Workspace<double>& node = equations.node().work();
  const auto place = static_cast<std::size_t>(equations.node().displacementOf(cluster));
  const ClusterDisplacement& displacement = equations.node().clusters()[place];
  ClusterMemory& memory = clusters_[place];
  const int m = cluster.freedoms;

  memory.inverse.setZero();
  memory.push.setZero();
  memory.pull.setZero();
  memory.reduced.setZero();
  Matrix6<double> inertia = Matrix6<double>::Zero();
  Vector6<double> force = Vector6<double>::Zero();
  for (int i = 0; i < cluster.bodyCount; ++i) {
    const int index = cluster.firstBody + i;
    moveByCluster(equations, displacement, memory, index);
    Body& here = of(index);
    here.force += here.inertia * here.motion;

    const auto left = node.motionSubspaces.middleCols(tree.firstColumn(index), m);
    const Transform<double>& startPose = toOutput(tree, index, node);
    const Transform<double>& endPose = displacement.poses()[static_cast<std::size_t>(i)];
    for (int k = 0; k < m; ++k) {
      const Vector6<double> push = here.inertia * memory.subspaces.col(i * m + k);
      const Vector6<double> pull = here.inertia.transpose() * left.col(k);
      for (int j = 0; j < m; ++j) memory.inverse(j, k) += left.col(j).dot(push);
      memory.push.col(k) += startPose.wrenchToParent(push);
      memory.pull.col(k) += endPose.wrenchToParent(pull);
      memory.reduced[k] -= left.col(k).dot(here.force);
    }
    inertia += linkwork::toParent(here.inertia, startPose, endPose);
    force += startPose.wrenchToParent(here.force);
    addJointForces(equations, displacement, tree.body(index), memory);
  }
  if (!invert(memory.inverse, equations.step(), factorOf(cluster, node))) return false;
  memory.independent.noalias() = memory.inverse.lazyProduct(memory.reduced);  // D⁻¹ e
  if (cluster.parent == ground) return true;
  Body& carrier = of(cluster.parent);
  carrier.inertia += inertia;
  carrier.force += force;
  carrier.force.noalias() += memory.push.lazyProduct(memory.independent);
  for (int k = 0; k < m; ++k)
    for (int j = 0; j < m; ++j)
      carrier.inertia.noalias() -=
          (memory.inverse(k, j) * memory.push.col(k)) * memory.pull.col(j).transpose();
  return true;
}

/// S_R of a body of a cluster and ξ(δq₀), from those of the body before it in the cluster.
void NewtonSweep::moveByCluster(DiscreteEquations& equations,
                                const ClusterDisplacement& displacement, ClusterMemory& memory,
                                int index) {
  const Cluster<double>& cluster = displacement.cluster();
  const TreeBody<double>& body = equations.tree().body(index);
  const int m = cluster.freedoms, nv = velocitySize(body.joint);
  Body& here = of(index);
  const auto joint = equations.endSubspaces().middleCols(body.velocity, nv);
  auto subspace = memory.subspaces.middleCols((index - cluster.firstBody) * m, m);
  subspace.noalias() = joint.lazyProduct(displacement.endBasis().middleRows(body.local, nv));
  here.motion.noalias() = joint.lazyProduct(displacement.closing().segment(body.local, nv));
  if (body.parent < cluster.firstBody) return;
  const auto above = memory.subspaces.middleCols((body.parent - cluster.firstBody) * m, m);
  for (int k = 0; k < m; ++k) subspace.col(k) += here.toParent.twistToChild(above.col(k));
  here.motion += here.toParent.twistToChild(of(body.parent).motion);
}

/// e −= N_kᵀ (f + C δq₀) and D += N_kᵀ C N_{k+1}, for one joint of a cluster.
void NewtonSweep::addJointForces(DiscreteEquations& equations,
                                 const ClusterDisplacement& displacement,
                                 const TreeBody<double>& body, ClusterMemory& memory) {
  const int nv = velocitySize(body.joint);
  const Eigen::MatrixXd& start = displacement.startBasis();
  const Eigen::MatrixXd& end = displacement.endBasis();
  Matrix6<double> damping = Matrix6<double>::Zero();
  if (body.hasPassiveForces) damping = equations.dampingTangent(body);
  for (int k = 0; k < nv; ++k) {
    double force = equations.residual()[body.velocity + k];
    for (int l = 0; l < nv; ++l) {
      force += damping(k, l) * displacement.closing()[body.local + l];
      for (int column = 0; column < end.cols(); ++column)
        memory.inverse.col(column) +=
            damping(k, l) * end(body.local + l, column) * start.row(body.local + k).transpose();
    }
    memory.reduced -= force * start.row(body.local + k).transpose();
  }
}

void NewtonSweep::outwardCluster(DiscreteEquations& equations, const Cluster<double>& cluster) {
  const auto place = static_cast<std::size_t>(equations.node().displacementOf(cluster));
  const ClusterDisplacement& displacement = equations.node().clusters()[place];
  ClusterMemory& memory = clusters_[place];
  Vector6<double> atOutput = Vector6<double>::Zero();
  if (cluster.parent != ground) atOutput = of(cluster.parent).motion;
  memory.reduced.noalias() = memory.pull.transpose().lazyProduct(atOutput);  // L ξ_parent
  memory.independent.noalias() -= memory.inverse.lazyProduct(memory.reduced);

  for (int i = 0; i < cluster.bodyCount; ++i) {
    const TreeBody<double>& body = equations.tree().body(cluster.firstBody + i);
    Body& here = of(cluster.firstBody + i);
    here.motion = here.toParent.twistToChild(
        body.parent < cluster.firstBody ? atOutput : of(body.parent).motion);
    for (int k = 0; k < velocitySize(body.joint); ++k) {
      const double change = displacement.closing()[body.local + k] +
                            displacement.endBasis().row(body.local + k).dot(memory.independent);
      change_[body.velocity + k] = change;
      here.motion += change * equations.endSubspaces().col(body.velocity + k);
    }
  }
}

ImpulseSweep::ImpulseSweep(DiscreteNode& node) : change_(node.tree().velocitySize()) {}

bool ImpulseSweep::direction(DiscreteEquations& equations, Eigen::VectorXd& du) {
  DiscreteNode& node = equations.node();
  node.impulseResponse(equations.residual(), equations.step(), change_);
  change_ *= equations.step();
  for (const ClusterDisplacement& displacement : node.clusters()) {
    const Cluster<double>& cluster = displacement.cluster();
    const auto independent =
        node.work().accelerations.segment(cluster.firstFreedom, cluster.freedoms);
    for (int i = 0; i < cluster.spanning(); ++i)
      change_[cluster.velocities[static_cast<std::size_t>(i)]] =
          displacement.closing()[i] +
          equations.step() * displacement.endBasis().row(i).dot(independent);
  }
  equations.changeOfVelocity(change_, du);
  return true;
}

}  // namespace linkwork
