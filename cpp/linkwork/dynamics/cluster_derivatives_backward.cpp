#include "linkwork/dynamics/cluster_derivatives_pass.hpp"
#include "linkwork/dynamics/kernels/derivative_pass.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {

namespace {

/// A force about a point displaced by r toward the ground: n + r × f.
Force<double> shifted(const Vec3<double>& r, const Force<double>& force) {
  return {force.n + cross(r, force.f), force.f};
}

/// Adds a row to that of its parent; r is the displacement from the parent's origin.
void addRow(const Vec3<double>& r, const kernels::FreedomRow<double>& from,
            kernels::FreedomRow<double>& to) {
  to.inertia += shifted(r, from.inertia);
  to.onPosition += shifted(r, from.onPosition);
  to.onVelocity += shifted(r, from.onVelocity);
  to.rate += from.rate;
}

}  // namespace

void ClusterDerivatives::Pass::backward(const Cluster<double>& cluster, const ClusterSlopes& slopes,
                                        const std::vector<JointSlopes>& joints) {
  const int m = cluster.dofs;
  kernels::FreedomRow<double>* root = room.asked_.data() + cluster.bodyCount * m;
  std::fill(room.asked_.begin(), room.asked_.begin() + (cluster.bodyCount + 1) * m,
            kernels::FreedomRow<double>{});
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    room.forces_[at(i)].setZero();

  for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i) {
    if (tree.plan()->isLumpedRotor(i)) {
      writeRotor(cluster, i, slopes, root);
      continue;
    }
    const auto& carried = to.composites[i];
    kernels::FreedomRow<double>* rows = rowsOf(cluster, i);
    for (int l = 0; l < m; ++l) {
      const kernels::FreedomMotion<double>& freedom = freedomsOf(cluster, i)[l];
      const auto& [turn, slide] = freedom.displacement;
      const auto& [n, f] = carried.force;
      rows[l].inertia += carried.inertia * freedom.displacement;
      rows[l].rate += kernels::twiceTransposedB(carried, freedom.displacement);
      rows[l].onPosition += kernels::twiceB(carried, freedom.rate.angular) +
                            carried.inertia * freedom.acceleration +
                            Force<double>{cross(turn, n) + cross(slide, f), cross(turn, f)};
      rows[l].onVelocity += kernels::twiceB(carried, turn) + carried.inertia * freedom.turning;
    }
    room.forces_[at(i)] += carried.force.vector();
    writeJoint(cluster, i, joints[at(i)], slopes);

    const int parent = tree.body(i).parent;
    const Vec3<double> r = fromParent(i);
    const bool isInner = parent >= cluster.firstBody;
    kernels::FreedomRow<double>* onParent = isInner ? rowsOf(cluster, parent) : root;
    for (int l = 0; l < m; ++l) addRow(r, rows[l], onParent[l]);
    if (isInner)
      room.forces_[at(parent)] += shifted(r, Force<double>::from(room.forces_[at(i)])).vector();
    if (cluster.parent == ground) continue;
    kernels::addTo(memory.frames[i].origin - memory.frames[cluster.parent].origin, carried,
                   to.composites[cluster.parent]);
  }
  writeBlock(cluster, slopes);
  if (cluster.parent == ground) return;
  for (int l = 0; l < m; ++l) {
    root[l].point = memory.frames[cluster.parent].origin;
    kernels::passes().crossSupports(to, root[l], cluster.firstDof + l, cluster.parent);
  }
}

/// τ and δτ of a joint: for axes fixed to the body δτ = Sᵀ (δf − Δ ×* f).
void ClusterDerivatives::Pass::writeJoint(const Cluster<double>& cluster, int body,
                                          const JointSlopes& joint, const ClusterSlopes& slopes) {
  const TreeBody<double>& here = tree.body(body);
  const Vector6<double>& force = room.forces_[at(body)];
  for (int k = 0; k < here.velocities; ++k) {
    const Vector6<double> s = subspaceOf(body, k);
    room.torque_[here.local + k] = s.dot(force) + here.armature * a[here.velocity + k];
    for (int l = 0; l < cluster.dofs; ++l) {
      const kernels::FreedomRow<double>& row = rowsOf(cluster, body)[l];
      const Vector6<double> moved = freedomsOf(cluster, body)[l].displacement.vector();
      double& slope = room.onPosition_(here.local + k, l);
      slope = s.dot(row.onPosition.vector() - crossForce(moved, force)) +
              here.armature * slopes.acceleration(here.local + k, l);
      room.onVelocity_(here.local + k, l) =
          s.dot(row.onVelocity.vector()) +
          here.armature * slopes.accelerationByVelocity(here.local + k, l);
      room.onAcceleration_(here.local + k, l) =
          s.dot(row.inertia.vector()) +
          here.armature * basis(here.velocity + k, cluster.firstDof + l);
      if (joint.isConstant()) continue;
      for (int own = 0; own < here.velocities; ++own)
        slope += turned(body, joint.subspace[at(own)].col(k)).dot(force) *
                 basis(here.velocity + own, cluster.firstDof + l);
    }
  }
}

/// The spin of lumped rotor inertia on the cluster's parent: u q̈ + ω × u q̇ on the parent, I_a q̈
/// + u·α on the rotor.
void ClusterDerivatives::Pass::writeRotor(const Cluster<double>& cluster, int body,
                                          const ClusterSlopes& slopes,
                                          kernels::FreedomRow<double>* root) {
  const TreeBody<double>& here = tree.body(body);
  const double axial = here.inertia.rotational.zz, rate = v[here.velocity],
               acceleration = a[here.velocity], own = axial + here.armature;
  const Vector3<double> axis = Transform<double>(here.placement).rotation.col(2);
  const Vec3<double> u = axial * Vec3<double>::from(Vector3<double>(axesOf(here.parent) * axis));
  const kernels::SpatialMotion<double>& parent = to.bodies[here.parent];
  const Vec3<double> w = parent.velocity.angular, turning = cross(w, u);
  room.torque_[here.local] = own * acceleration + dot(u, parent.acceleration.angular);
  for (int l = 0; l < cluster.dofs; ++l) {
    const double along = basis(here.velocity, cluster.firstDof + l);
    const double faster = slopes.rate(here.local, l);
    const double push = slopes.acceleration(here.local, l);
    const double pushByVelocity = slopes.accelerationByVelocity(here.local, l);
    room.onPosition_(here.local, l) = own * push;
    room.onVelocity_(here.local, l) = own * pushByVelocity;
    room.onAcceleration_(here.local, l) = own * along;
    root[l].inertia.n += along * u;
    root[l].rate += along * turning;
    root[l].onPosition.n += push * u + faster * turning;
    root[l].onVelocity.n += pushByVelocity * u + along * turning;
  }
  if (here.parent != ground) kernels::addSpin(u, w, rate, acceleration, to.composites[here.parent]);
}

/// δτ_y = (∂G/∂y_l)ᵀ τ + Gᵀ δτ, less the applied forces; of a free joint G = 1.
void ClusterDerivatives::Pass::writeBlock(const Cluster<double>& cluster,
                                          const ClusterSlopes& slopes) {
  const int n = cluster.spanning(), m = cluster.dofs, first = cluster.firstDof;
  auto onPosition = derivatives.position.block(first, first, m, m);
  auto onVelocity = derivatives.velocity.block(first, first, m, m);
  auto onAcceleration = derivatives.mass.block(first, first, m, m);
  onPosition.setZero();
  onVelocity.setZero();
  onAcceleration.setZero();
  for (int j = 0; j < n; ++j) {
    const int entry = cluster.velocities[at(j)];
    const double torque = room.torque_[j] - acting.torque[entry];
    for (int l = 0; l < m; ++l) {
      double byPosition = room.onPosition_(j, l), byVelocity = room.onVelocity_(j, l);
      const double along = basis(entry, first + l);
      if (!acting.areHeld) {
        byPosition -=
            acting.byPosition[entry] * along + acting.byVelocity[entry] * slopes.rate(j, l);
        byVelocity -= acting.byVelocity[entry] * along;
      }
      for (int k = cluster.constraint ? 0 : j; k < (cluster.constraint ? m : j + 1); ++k) {
        const double on = basis(entry, first + k);
        const int row = derivatives.areTransposed ? l : k,
                  column = derivatives.areTransposed ? k : l;
        onPosition(row, column) += slopes.basis[at(l)](j, k) * torque + on * byPosition;
        onVelocity(row, column) += on * byVelocity;
        onAcceleration(k, l) += on * room.onAcceleration_(j, l);
      }
    }
  }
}

}  // namespace linkwork
