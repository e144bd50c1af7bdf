#include "linkwork/tree/forward_dynamics.hpp"

#include "linkwork/joints/any_joint.hpp"
#include "linkwork/spatial/twist.hpp"
#include "linkwork/tree/cholesky.hpp"
#include "linkwork/tree/fast/fast_dynamics.hpp"

namespace linkwork {
namespace {

/// The m×m factor L of a cluster in the workspace.
template <typename Scalar, int m = Eigen::Dynamic>
auto factorOf(const Cluster<Scalar>& cluster, Workspace<Scalar>& work) {
  return Eigen::Map<Eigen::Matrix<Scalar, m, m>>(work.factors.data() + cluster.factor,
                                                 cluster.freedoms, cluster.freedoms);
}

/// Hands the articulated inertia and bias force of body i to its cluster's output body.
template <typename Scalar>
void handToOutput(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster, int i,
                  Workspace<Scalar>& work) {
  if (cluster.parent == ground) return;
  const BodyScratch<Scalar>& here = work.of(i);
  const Transform<Scalar>& placement = toOutput(tree, i, work);
  BodyScratch<Scalar>& output = work.of(cluster.parent);
  output.inertia += here.inertia.toParent(placement);
  output.force += placement.wrenchToParent(here.force);
}

/// Inward step over a single body with nv freedoms.
///   P = pᴬ + Iᴬ c     U = Iᴬ S     D = SᵀU = L Lᵀ     W = U L⁻ᵀ     y = L⁻¹ (τ − SᵀP)
///   Iᵃ = Iᴬ − W Wᵀ    pᵃ = P + W y
template <typename Scalar, int nv>
bool articulateBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    Workspace<Scalar>& work) {
  const TreeBody<Scalar>& body = tree.body(cluster.firstBody);
  BodyScratch<Scalar>& here = work.of(cluster.firstBody);
  here.force += here.inertia * here.bias;
  if constexpr (nv > 0) {
    const Eigen::Matrix<Scalar, 6, nv> subspace =
        work.jointSubspaces.template middleCols<nv>(body.velocity);
    Eigen::Matrix<Scalar, 6, nv> gain;
    for (int k = 0; k < nv; ++k) gain.col(k) = here.inertia * Vector6<Scalar>(subspace.col(k));
    Eigen::Matrix<Scalar, nv, nv> factor = subspace.transpose() * gain;
    if (!choleskyInPlace(factor)) return false;
    Vector<Scalar, nv> reduced =
        work.jointForces.template segment<nv>(body.velocity) - subspace.transpose() * here.force;
    solveLower(factor, reduced);
    divideByLowerTransposed(factor, gain);

    here.inertia.subtractOuter(gain, gain);
    here.force += gain * reduced;
    work.gains.template middleCols<nv>(cluster.firstFreedom) = gain;
    work.reducedForces.template segment<nv>(cluster.firstFreedom) = reduced;
    factorOf<Scalar, nv>(cluster, work) = factor;
  }
  handToOutput(tree, cluster, cluster.firstBody, work);
  return true;
}

/// Inward step over a constrained cluster. Its inertia is block diagonal, since every child cluster
/// hangs from one body, and its output is one body, so that only 6-wide sums are needed:
///   P_i = pᴬ_i + Iᴬ_i c_i    D = Σ S_iᵀ Iᴬ_i S_i    u = Gᵀτ − Σ S_iᵀ P_i    U = Σ X_i Iᴬ_i S_i
///   Iᵃ = Σ X_i Iᴬ_i X_iᵀ − W Wᵀ    pᵃ = Σ X_i P_i + W y    in the output body's frame
template <typename Scalar>
bool articulateCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                       Workspace<Scalar>& work) {
  const int m = cluster.freedoms;
  ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
  auto factor = factorOf(cluster, work);
  auto reduced = work.reducedForces.segment(cluster.firstFreedom, m);
  auto output = work.gains.middleCols(cluster.firstFreedom, m);
  factor.setZero();
  output.setZero();
  for (int j = 0; j < m; ++j) {
    reduced[j] = Scalar(0);
    for (int k = 0; k < cluster.spanning(); ++k)
      reduced[j] +=
          scratch.basis(k, j) * work.jointForces[cluster.velocities[static_cast<std::size_t>(k)]];
  }

  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    BodyScratch<Scalar>& here = work.of(i);
    const auto subspace = work.motionSubspaces.middleCols(tree.firstColumn(i), m);
    const Transform<Scalar>& placement = toOutput(tree, i, work);
    here.force += here.inertia * here.bias;
    for (int j = 0; j < m; ++j) {
      const Vector6<Scalar> push = here.inertia * Vector6<Scalar>(subspace.col(j));  // Iᴬ_i S_i
      for (int k = j; k < m; ++k) factor(k, j) += subspace.col(k).dot(push);
      reduced[j] -= subspace.col(j).dot(here.force);
      output.col(j) += placement.wrenchToParent(push);
    }
  }
  if (!choleskyInPlace(factor)) return false;
  solveLower(factor, reduced);
  divideByLowerTransposed(factor, output);

  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    handToOutput(tree, cluster, i, work);
  if (cluster.parent == ground) return true;
  BodyScratch<Scalar>& parent = work.of(cluster.parent);
  parent.inertia.subtractOuter(output, output);
  parent.force += output * reduced;
  return true;
}

/// Inward step over any cluster; false if it moves no mass.
template <typename Scalar>
bool articulateAny(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   Workspace<Scalar>& work) {
  if (cluster.constraint) return articulateCluster(tree, cluster, work);
  return withVelocitySize(
      cluster.freedoms, [&]<int nv>() { return articulateBody<Scalar, nv>(tree, cluster, work); });
}

/// Outward step over a single body:  ÿ = L⁻ᵀ (y − Wᵀ X a_p),  a = X a_p + c + S ÿ.
template <typename Scalar, int nv>
void accelerateBody(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                    const Vector6<Scalar>& parent, Workspace<Scalar>& work, VectorRef<Scalar> a) {
  const TreeBody<Scalar>& body = tree.body(cluster.firstBody);
  BodyScratch<Scalar>& here = work.of(cluster.firstBody);
  here.acceleration = here.toParent.twistToChild(parent);
  Vector<Scalar, nv> joint =
      work.reducedForces.template segment<nv>(cluster.firstFreedom) -
      work.gains.template middleCols<nv>(cluster.firstFreedom).transpose() * here.acceleration;
  solveLowerTransposed(factorOf<Scalar, nv>(cluster, work), joint);
  here.acceleration +=
      here.bias + work.jointSubspaces.template middleCols<nv>(body.velocity) * joint;
  a.template segment<nv>(body.velocity) = joint;
}

/// Outward step over a constrained cluster:  ÿ = L⁻ᵀ (y − Wᵀ a_p),  q̈ = G ÿ + g, then body by body
/// a_i = X_i a_parent + S_i G_i ÿ + (S_i g_i + Ṡ_i q̇_i + v_i × S_i q̇_i).
template <typename Scalar>
void accelerateCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                       const Vector6<Scalar>& parent, Workspace<Scalar>& work,
                       VectorRef<Scalar> a) {
  const int m = cluster.freedoms;
  const ConstraintScratch<Scalar>& scratch = work.of(tree, cluster);
  auto independent = work.accelerations.segment(cluster.firstFreedom, m);
  for (int j = 0; j < m; ++j)
    independent[j] = work.reducedForces[cluster.firstFreedom + j] -
                     work.gains.col(cluster.firstFreedom + j).dot(parent);
  solveLowerTransposed(factorOf(cluster, work), independent);

  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(i);
    BodyScratch<Scalar>& here = work.of(i);
    const bool isRoot = body.parent < cluster.firstBody;
    here.acceleration =
        here.toParent.twistToChild(isRoot ? parent : work.of(body.parent).acceleration) +
        here.jointBias;
    for (int k = 0; k < velocitySize(body.joint); ++k) {
      const Scalar free = scratch.basis.row(body.local + k).head(m).dot(independent);
      here.acceleration += work.jointSubspaces.col(body.velocity + k) * free;
      a[body.velocity + k] = free + scratch.offset[body.local + k];
    }
  }
}

}  // namespace

template <typename Scalar>
const Cluster<Scalar>* tryArticulate(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                                     VectorRef<Scalar> a) {
  // Every body alone: Iᴬ = I, pᴬ = v ×* I v − f_ext (applyForces has left −f_ext in `force`).
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    BodyScratch<Scalar>& here = work.bodies[i];
    const RigidBodyInertia<Scalar>& inertia = tree.bodies()[i].inertia;
    here.inertia = ArticulatedInertia<Scalar>(inertia);
    here.force += crossForce(here.velocity, inertia * here.velocity);
  }

  // Inward: each cluster yields to its joints and hands what is left to the body that carries it.
  for (auto cluster = tree.clusters().rbegin(); cluster != tree.clusters().rend(); ++cluster)
    if (!articulateAny(tree, *cluster, work)) return &*cluster;

  // Outward: accelerations. Gravity enters as -g at the ground.
  Vector6<Scalar> atGround = Vector6<Scalar>::Zero();
  atGround.template tail<3>() = -tree.gravity();
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    const Vector6<Scalar>& parent =
        cluster.parent == ground ? atGround : work.of(cluster.parent).acceleration;
    if (cluster.constraint)
      accelerateCluster(tree, cluster, parent, work, a);
    else
      withVelocitySize(cluster.freedoms, [&]<int nv>() {
        accelerateBody<Scalar, nv>(tree, cluster, parent, work, a);
      });
  }
  return nullptr;
}

template <typename Scalar>
void articulate(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work, VectorRef<Scalar> a) {
  if (const Cluster<Scalar>* massless = tryArticulate(tree, work, a))
    throw SimulationError("joint \"" + tree.jointName(massless->firstBody) +
                          "\" moves no mass: the mass matrix is singular");
}

template <typename Scalar>
void forwardDynamics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                     const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                     Workspace<Scalar>& work, VectorRef<Scalar> a) {
  tree.requireSizes(q.size(), a.size());
  if constexpr (std::is_same_v<Scalar, double>)
    if (tree.fast() && !forces.hasWrenches)
      return fastForwardDynamics(tree, q, v, forces, work, a);
  updateKinematics(tree, q, v, work);
  if (forces.hasWrenches) updatePoses(tree, work);
  applyForces(tree, q, v, forces, work);
  articulate(tree, work, a);
}

template void forwardDynamics(const ClusterTree<double>&, const ConstVectorRef<double>&,
                              const ConstVectorRef<double>&, const AppliedForces<double>&,
                              Workspace<double>&, VectorRef<double>);
template void articulate(const ClusterTree<double>&, Workspace<double>&, VectorRef<double>);
template const Cluster<double>* tryArticulate(const ClusterTree<double>&, Workspace<double>&,
                                              VectorRef<double>);

}  // namespace linkwork
