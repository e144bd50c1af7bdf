#include "linkwork/dynamics/cluster_derivatives_pass.hpp"
#include "linkwork/dynamics/hinges/derivative_pass.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {

namespace {

/// f about a point that is r nearer to the ground: n + r × f.
void shiftWrench(const double* r, double* wrench) { hinges::addCross(r, wrench + 3, wrench); }

/// Everything of a row about its parent's origin, r away, and onto what that has.
void addRow(const double* r, hinges::FreedomRow<double> from, hinges::FreedomRow<double>& to) {
  for (double* wrench : {from.inertia, from.onPosition, from.onVelocity}) shiftWrench(r, wrench);
  Map6(to.inertia) += Map6(from.inertia);
  Map6(to.onPosition) += Map6(from.onPosition);
  Map6(to.onVelocity) += Map6(from.onVelocity);
  for (int k = 0; k < 3; ++k) to.rate[k] += from.rate[k];
}

}  // namespace

void ClusterDerivatives::Pass::inward(const Cluster<double>& cluster, const ClusterSlopes& slopes,
                                      const std::vector<JointSlopes>& joints) {
  const int m = cluster.dofs;
  hinges::FreedomRow<double>* root = room.asked_.data() + cluster.bodyCount * m;
  std::fill(room.asked_.begin(), room.asked_.begin() + (cluster.bodyCount + 1) * m,
            hinges::FreedomRow<double>{});
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    room.forces_[at(i)].setZero();

  for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i) {
    if (tree.plan()->isDeadWeight(i)) {
      askRotor(cluster, i, slopes, root);
      continue;
    }
    const auto& carried = to.composites[i];
    hinges::FreedomRow<double>* rows = rowsOf(cluster, i);
    for (int l = 0; l < m; ++l) {
      const hinges::FreedomMotion<double>& freedom = freedomsOf(cluster, i)[l];
      hinges::addInertia(carried, freedom.displacement, rows[l].inertia);
      hinges::addTransposedB(carried, freedom.displacement, rows[l].rate);
      hinges::addB(carried, freedom.rate, rows[l].onPosition);
      hinges::addInertia(carried, freedom.acceleration, rows[l].onPosition);
      Map6(rows[l].onPosition) += crossForce(Vector6<double>(ConstMap6(freedom.displacement)),
                                             Vector6<double>(ConstMap6(carried.force)));
      hinges::addB(carried, freedom.displacement, rows[l].onVelocity);
      hinges::addInertia(carried, freedom.turning, rows[l].onVelocity);
    }
    room.forces_[at(i)] += ConstMap6(carried.force);
    askJoint(cluster, i, joints[at(i)]);

    const int parent = tree.body(i).parent;
    const Vector3<double> r = fromParent(i);
    const bool isInner = parent >= cluster.firstBody;
    hinges::FreedomRow<double>* onParent = isInner ? rowsOf(cluster, parent) : root;
    for (int l = 0; l < m; ++l) addRow(r.data(), rows[l], onParent[l]);
    if (isInner) {
      Vector6<double> force = room.forces_[at(i)];
      shiftWrench(r.data(), force.data());
      room.forces_[at(parent)] += force;
    }
    if (cluster.parent == ground) continue;
    Vector3<double> fromOutput;
    for (int k = 0; k < 3; ++k)
      fromOutput[k] = memory.frames[i].origin[k] - memory.frames[cluster.parent].origin[k];
    hinges::addTo(fromOutput.data(), carried, to.composites[cluster.parent]);
  }
  writeBlock(cluster, slopes);
  if (cluster.parent == ground) return;
  for (int l = 0; l < m; ++l) {
    for (int k = 0; k < 3; ++k) root[l].point[k] = memory.frames[cluster.parent].origin[k];
    hinges::passes().crossCarriers(to, root[l], cluster.firstDof + l, cluster.parent);
  }
}

/// τ and δτ of a joint: of axes that turn with the body δτ = Sᵀ (δf − Δ ×* f).
void ClusterDerivatives::Pass::askJoint(const Cluster<double>& cluster, int body,
                                        const JointSlopes& joint) {
  const TreeBody<double>& here = tree.body(body);
  const Vector6<double>& force = room.forces_[at(body)];
  for (int k = 0; k < here.velocities; ++k) {
    const Vector6<double> s = subspaceOf(body, k);
    room.torque_[here.local + k] = s.dot(force);
    for (int l = 0; l < cluster.dofs; ++l) {
      const hinges::FreedomRow<double>& row = rowsOf(cluster, body)[l];
      const Vector6<double> moved = ConstMap6(freedomsOf(cluster, body)[l].displacement);
      double& slope = room.onPosition_(here.local + k, l);
      slope = s.dot(ConstMap6(row.onPosition) - crossForce(moved, force));
      room.onVelocity_(here.local + k, l) = s.dot(ConstMap6(row.onVelocity));
      room.onAcceleration_(here.local + k, l) = s.dot(ConstMap6(row.inertia));
      if (joint.isConstant()) continue;
      for (int own = 0; own < here.velocities; ++own)
        slope += turned(body, joint.subspace[at(own)].col(k)).dot(force) *
                 basis(here.velocity + own, cluster.firstDof + l);
    }
  }
}

/// What rides on the cluster's parent as dead weight spins besides: u q̈ + ω × u q̇ there,
/// I_a q̈ + u·α on itself.
void ClusterDerivatives::Pass::askRotor(const Cluster<double>& cluster, int body,
                                        const ClusterSlopes& slopes,
                                        hinges::FreedomRow<double>* root) {
  const TreeBody<double>& here = tree.body(body);
  const double axial = here.inertia.rotational.zz, rate = v[here.velocity],
               acceleration = a[here.velocity];
  const Vector3<double> u =
      axial * (axesOf(here.parent) * Transform<double>(here.placement).rotation.col(2));
  const hinges::SpatialMotion<double>& parent = to.bodies[here.parent];
  const Vector3<double> w = ConstMap6(parent.velocity).head<3>();
  const Vector3<double> alpha = ConstMap6(parent.acceleration).head<3>(), turning = w.cross(u);
  room.torque_[here.local] = axial * acceleration + u.dot(alpha);
  for (int l = 0; l < cluster.dofs; ++l) {
    const double along = basis(here.velocity, cluster.firstDof + l);
    const double faster = slopes.rate(here.local, l);
    const double push = slopes.acceleration(here.local, l);
    const double pushByVelocity = slopes.accelerationByVelocity(here.local, l);
    room.onPosition_(here.local, l) = axial * push;
    room.onVelocity_(here.local, l) = axial * pushByVelocity;
    room.onAcceleration_(here.local, l) = axial * along;
    for (int k = 0; k < 3; ++k) {
      root[l].inertia[k] += u[k] * along;
      root[l].rate[k] += turning[k] * along;
      root[l].onPosition[k] += u[k] * push + turning[k] * faster;
      root[l].onVelocity[k] += u[k] * pushByVelocity + turning[k] * along;
    }
  }
  if (here.parent != ground)
    hinges::addSpin(u.data(), w.data(), rate, acceleration, to.composites[here.parent]);
}

/// δτ_y = (∂G/∂y_l)ᵀ τ + Gᵀ δτ, less what acts; of a free joint G = 1.
void ClusterDerivatives::Pass::writeBlock(const Cluster<double>& cluster,
                                          const ClusterSlopes& slopes) {
  const int n = cluster.spanning(), m = cluster.dofs, first = cluster.firstDof;
  auto onPosition = derivatives.position.block(first, first, m, m);
  auto onVelocity = derivatives.velocity.block(first, first, m, m);
  auto onAcceleration = derivatives.mass.block(first, first, m, m);
  onPosition.setZero();
  onVelocity.setZero();
  onAcceleration.setZero();
  if (!cluster.constraint && n == 1)
    onAcceleration(0, 0) = tree.body(cluster.firstBody).reflectedInertia;
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
