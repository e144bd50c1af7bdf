#include "linkwork/dynamics/queries/coriolis_matrix.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {
namespace coriolis {
namespace {

constexpr int directions = DerivativeJet::directions;

/// G and Ġ of an entry of v and a dof of its cluster.
DerivativeJet leverOf(const TreeBody<double>& body, int k, int dof, const CoriolisWorkspace& work) {
  const Cluster<DerivativeJet>& cluster =
      work.tree.clusters()[static_cast<std::size_t>(body.cluster)];
  if (!cluster.constraint) return k == dof ? 1 : 0;
  return work.work.of(cluster).basis(body.local + k, dof);
}

/// S and Ṡ of a body's cluster on the body, one column per dof: with the joint's own twists s,
///   S_i = X S_p + s G_i      Ṡ_i = X Ṡ_p + (∂s + v × s) G_i + s Ġ_i
void moveColumns(const ClusterTree<double>& tree, int index, std::size_t direction,
                 CoriolisWorkspace& work) {
  const TreeBody<double>& body = tree.body(index);
  const Cluster<double>& cluster = tree.clusterOf(body);
  const bool isInner = body.parent >= cluster.firstBody;
  const Transform<double> toParent = work.base.of(index).toParent;
  for (int j = 0; j < cluster.dofs; ++j) {
    auto subspace = work.subspaces.col(work.firstColumn[at(index)] + j);
    auto rate = work.rates.col(work.firstColumn[at(index)] + j);
    subspace.setZero();
    rate.setZero();
    if (isInner) {
      const int above = work.firstColumn[at(body.parent)] + j;
      subspace = toParent.twistToChild(work.subspaces.col(above));
      rate = toParent.twistToChild(work.rates.col(above));
    }
    for (int k = 0; k < body.velocities; ++k) {
      const auto moving = work.work.jointSubspaces.col(body.velocity + k);
      const Vector6<double> twist = work.base.jointSubspaces.col(body.velocity + k);
      const Vector6<double> slope =
          moving.unaryExpr([&](const DerivativeJet& x) { return x.partials[direction]; });
      const DerivativeJet lever = leverOf(body, k, j, work);
      subspace += twist * lever.value;
      rate += (slope + crossMotion(work.velocities[at(index)], twist)) * lever.value +
              twist * lever.partials[direction];
    }
  }
}

/// Forward: velocities, S and Ṡ; I, İ and p of every body alone.
void moveForward(const ClusterTree<double>& tree, const ConstVectorRef<double>& v,
                 std::size_t direction, CoriolisWorkspace& work) {
  for (int i = 0; i < static_cast<int>(tree.bodies().size()); ++i) {
    const TreeBody<double>& body = tree.body(i);
    Vector6<double>& velocity = work.velocities[at(i)];
    velocity.setZero();
    if (body.parent != ground)
      velocity = work.base.of(i).toParent.twistToChild(work.velocities[at(body.parent)]);
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      velocity += work.base.jointSubspaces.col(k) * v[k];
    moveColumns(tree, i, direction, work);
    work.composites[at(i)] = {body.inertia, body.inertia.rate(Motion<double>::from(velocity)),
                              body.inertia * velocity};
  }
}

/// Column j of S at a body: the force I Ṡ + B S, and its reaction to the columns of supporting
/// clusters, I S and Bᵀ S.
struct Reach {
  Vector6<double> force = Vector6<double>::Zero(), momentum = force, turned = force;

  void toParent(const Transform<double>& pose) {
    for (Vector6<double>* wrench : {&force, &momentum, &turned})
      *wrench = pose.wrenchToParent(*wrench);
  }
  Reach& operator+=(const Reach& other) {
    force += other.force;
    momentum += other.momentum;
    turned += other.turned;
    return *this;
  }
};

Reach reachOf(const CoriolisWorkspace::Composite& body, const Vector6<double>& subspace,
              const Vector6<double>& rate) {
  const Vector6<double> half = 0.5 * (body.rate * subspace);
  const Vector6<double> gyration = 0.5 * crossForce(subspace, body.momentum);
  Reach reach;
  reach.force = body.inertia * rate + half + gyration;
  reach.momentum = body.inertia * subspace;
  reach.turned = half - gyration;
  return reach;
}

/// Adds Gᵀ a (Ġ + ½ ω × G) of an armature a, with the joint's velocity ω if it is spherical.
void addArmature(const TreeBody<double>& body, const Cluster<double>& cluster,
                 const ConstVectorRef<double>& v, std::size_t direction, int freedom,
                 const CoriolisWorkspace& work, MatrixRef<double>& matrix) {
  Vector6<double> lever = Vector6<double>::Zero(), rate = lever;
  for (int k = 0; k < body.velocities; ++k) {
    const DerivativeJet here = leverOf(body, k, freedom, work);
    lever[k] = here.value;
    rate[k] = here.partials[direction];
  }
  if (body.joint == JointType::spherical)
    rate.head<3>() += 0.5 * v.segment<3>(body.velocity).cross(Vector3<double>(lever.head<3>()));
  for (int l = 0; l < cluster.dofs; ++l)
    for (int k = 0; k < body.velocities; ++k)
      matrix(cluster.firstDof + l, cluster.firstDof + freedom) +=
          body.armature * leverOf(body, k, l, work).value * rate[k];
}

/// Column `freedom` of a cluster: its own block, and backward the rows and columns of all clusters
/// that support it.
void writeColumn(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                 const ConstVectorRef<double>& v, std::size_t direction, int freedom,
                 CoriolisWorkspace& work, MatrixRef<double>& matrix) {
  const int own = cluster.firstDof + freedom;
  Reach reach;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const int first = work.firstColumn[at(i)];
    Reach here = reachOf(work.composites[at(i)], work.subspaces.col(first + freedom),
                         work.rates.col(first + freedom));
    for (int k = 0; k < cluster.dofs; ++k)
      matrix(cluster.firstDof + k, own) += work.subspaces.col(first + k).dot(here.force);
    if (const TreeBody<double>& body = tree.body(i); body.armature != 0)
      addArmature(body, cluster, v, direction, freedom, work, matrix);
    if (cluster.parent == ground) continue;
    here.toParent(toOutput(tree, i, work.base));
    reach += here;
  }
  for (int body = cluster.parent; body != ground;) {
    const Cluster<double>& support = tree.clusterOf(tree.body(body));
    const int first = work.firstColumn[at(body)];
    for (int k = 0; k < support.dofs; ++k) {
      const auto subspace = work.subspaces.col(first + k);
      matrix(support.firstDof + k, own) = subspace.dot(reach.force);
      matrix(own, support.firstDof + k) =
          reach.momentum.dot(work.rates.col(first + k)) + reach.turned.dot(subspace);
    }
    reach.toParent(toOutput(tree, body, work.base));
    body = support.parent;
  }
}

/// C along one direction of the jets, the velocities v.
void assemble(const ClusterTree<double>& tree, const ConstVectorRef<double>& v,
              std::size_t direction, CoriolisWorkspace& work, MatrixRef<double>& matrix) {
  moveForward(tree, v, direction, work);
  matrix.setZero();
  for (auto it = tree.clusters().rbegin(); it != tree.clusters().rend(); ++it) {
    const Cluster<double>& cluster = *it;
    for (int j = 0; j < cluster.dofs; ++j)
      writeColumn(tree, cluster, v, direction, j, work, matrix);
    if (cluster.parent == ground) continue;
    CoriolisWorkspace::Composite& support = work.composites[at(cluster.parent)];
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
      const Transform<double> pose = toOutput(tree, i, work.base);
      const CoriolisWorkspace::Composite& body = work.composites[at(i)];
      support.inertia += body.inertia.toParent(pose);
      support.rate += body.rate.toParent(pose);
      support.momentum += pose.wrenchToParent(body.momentum);
    }
  }
}

}  // namespace
}  // namespace coriolis

CoriolisWorkspace::CoriolisWorkspace(const ClusterTree<double>& given)
    : MovingPose(given),
      velocities(given.bodies().size()),
      composites(given.bodies().size()),
      independent(given.degreesOfFreedom()),
      spanning(given.velocitySize()) {
  int columns = 0;
  for (const TreeBody<double>& body : given.bodies()) {
    firstColumn.push_back(columns);
    columns += given.clusterOf(body).dofs;
  }
  subspaces.resize(6, columns);
  rates.resize(6, columns);
}

void coriolisMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                    const ConstVectorRef<double>& v, CoriolisWorkspace& work,
                    MatrixRef<double> coriolis) {
  if (coriolis.rows() != tree.degreesOfFreedom() || coriolis.cols() != tree.degreesOfFreedom())
    throw std::invalid_argument("coriolisMatrix: expected a square matrix of " +
                                std::to_string(tree.degreesOfFreedom()) + " rows");
  moveWith(tree, q, v, work);
  coriolis::assemble(tree, v, 0, work, coriolis);
}

void christoffelSymbols(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                        CoriolisWorkspace& work, std::vector<MatrixX<double>>& symbols) {
  const int m = tree.degreesOfFreedom();
  symbols.assign(at(m), MatrixX<double>(m, m));
  work.spanning.setZero();
  updateKinematics<double>(tree, q, work.spanning, work.base);
  const auto unit = [&](int k) {
    work.independent.setZero();
    work.independent[k] = 1;
    spanFromIndependent<double>(tree, work.independent, work.base, work.spanning);
  };
  for (int first = 0; first < m; first += coriolis::directions) {
    const int last = std::min(m, first + coriolis::directions);
    work.step.setZero();
    for (int k = first; k < last; ++k) {
      unit(k);
      for (Eigen::Index i = 0; i < work.spanning.size(); ++i)
        work.step[i].partials[at(k - first)] = work.spanning[i];
    }
    moveAlong(tree, q, work);
    for (int k = first; k < last; ++k) {
      unit(k);
      MatrixRef<double> symbol(symbols[at(k)]);
      coriolis::assemble(tree, work.spanning, at(k - first), work, symbol);
    }
  }
}

}  // namespace linkwork
