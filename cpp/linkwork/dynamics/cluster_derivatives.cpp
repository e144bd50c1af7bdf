#include "linkwork/dynamics/cluster_derivatives.hpp"

#include "linkwork/dynamics/hinges/derivative_pass.hpp"
#include "linkwork/dynamics/hinges/plan.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {

namespace {

using hinges::FreedomMotion;
using hinges::FreedomRow;
using hinges::FreedomRun;
using hinges::SpatialMotion;
using Kind = Plan::Segment::Kind;
using Vector6d = Vector6<double>;
using Map6 = Eigen::Map<Vector6d>;
using ConstMap6 = Eigen::Map<const Vector6d>;

/// f about a point that is r nearer to the ground: n + r × f.
void shiftWrench(const double* r, double* wrench) { hinges::addCross(r, wrench + 3, wrench); }

/// Everything of a row about its parent's origin, r away, and onto what that has.
void addRow(const double* r, FreedomRow<double> from, FreedomRow<double>& to) {
  for (double* wrench : {from.inertia, from.onPosition, from.onVelocity}) shiftWrench(r, wrench);
  Map6(to.inertia) += Map6(from.inertia);
  Map6(to.onPosition) += Map6(from.onPosition);
  Map6(to.onVelocity) += Map6(from.onVelocity);
  for (int k = 0; k < 3; ++k) to.rate[k] += from.rate[k];
}

}  // namespace

/// The freedoms that carry a body are those of its cluster in one run with the cluster before it,
/// where both stand next to each other. A cluster of which several bodies carry others has its
/// motions once for each.
ClusterDerivatives::ClusterDerivatives(const ClusterTree<double>& tree)
    : runs_(tree.bodies().size(), FreedomRun{0, 0, 0, ground}),
      bodies_(tree.bodies().size() + 1),
      composites_(tree.bodies().size()),
      rows_(2 * at(tree.degreesOfFreedom())) {
  std::vector<bool> carries(tree.bodies().size(), false);
  for (const Cluster<double>& cluster : tree.clusters())
    if (cluster.parent != ground) carries[at(cluster.parent)] = true;
  int count = tree.degreesOfFreedom(), places = 0, bodies = 0, entries = 0, freedoms = 0;
  for (const Cluster<double>& cluster : tree.clusters()) {
    bool isFirst = true;
    const bool isHinge =
        tree.plan()->placeOf(tree.body(cluster.firstBody).cluster).kind == Kind::hinges;
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
      if (tree.plan()->isDeadWeight(i) || (cluster.bodyCount > 1 && !isHinge && !carries[at(i)]))
        continue;
      const int first = isFirst ? cluster.firstDof : count;
      if (!isFirst) count += cluster.dofs;
      isFirst = false;
      FreedomRun& run = runs_[at(i)];
      run = {first, first + cluster.dofs, cluster.firstDof, cluster.parent};
      if (cluster.parent == ground) continue;
      const FreedomRun& before = runs_[at(cluster.parent)];
      if (before.end == first && before.dof + before.end - before.first == cluster.firstDof)
        run = {before.first, run.end, before.dof, before.carrier};
    }
    places_.push_back(places);
    places += cluster.bodyCount * cluster.dofs;
    bodies = std::max(bodies, cluster.bodyCount * cluster.dofs);
    entries = std::max(entries, cluster.spanning());
    freedoms = std::max(freedoms, cluster.dofs);
  }
  count_ = count;
  motions_.resize(at(27 * count));
  freedoms_.resize(at(places));
  asked_.resize(at(bodies + freedoms));
  forces_.resize(tree.bodies().size());
  onPosition_.resize(entries, freedoms);
  onVelocity_.resize(entries, freedoms);
  torque_.resize(entries);
}

/// One call.
struct ClusterDerivatives::Pass {
  ClusterDerivatives& room;
  const ClusterTree<double>& tree;
  const ConstVectorRef<double>&v, &a;
  const MatrixX<double>& basis;
  const ActingForces& acting;
  Workspace<double>& work;
  hinges::Memory<double> memory;
  hinges::DerivativeMemory<double> to;
  MatrixX<double>&position, &velocity;

  FreedomMotion<double>* freedomsOf(const Cluster<double>& cluster, int body) const {
    const auto place = room.places_[at(tree.body(body).cluster)];
    return room.freedoms_.data() + place + (body - cluster.firstBody) * cluster.dofs;
  }
  FreedomRow<double>* rowsOf(const Cluster<double>& cluster, int body) const {
    return room.asked_.data() + (body - cluster.firstBody) * cluster.dofs;
  }
  Vector3<double> fromParent(int body) const {
    const auto originOf = [&](int i) { return ConstMap6(memory.frames[i].origin).head<3>(); };
    return originOf(body) - originOf(tree.body(body).parent);
  }
  Matrix3<double> axesOf(int body) const {
    return Eigen::Map<const Matrix3<double>>(&memory.frames[body].axes[0][0]);
  }
  /// S of entry k of a body's joint, in the ground's axes.
  Vector6d subspaceOf(int body, int k) const {
    const Vector6d inChild = work.jointSubspaces.col(tree.body(body).velocity + k);
    return turned(body, inChild);
  }
  Vector6d turned(int body, const Vector6d& inChild) const {
    const Matrix3<double> axes = axesOf(body);
    Vector6d result;
    result << axes * inChild.head<3>(), axes * inChild.tail<3>();
    return result;
  }

  void outward(const Cluster<double>& cluster, const ClusterSlopes& slopes,
               const std::vector<JointSlopes>& joints);
  void moveBody(const Cluster<double>& cluster, int body, const ClusterSlopes& slopes,
                const JointSlopes& joint);
  void inward(const Cluster<double>& cluster, const ClusterSlopes& slopes,
              const std::vector<JointSlopes>& joints);
  void askJoint(const Cluster<double>& cluster, int body, const JointSlopes& joint);
  void askRotor(const Cluster<double>& cluster, int body, const ClusterSlopes& slopes,
                FreedomRow<double>* root);
  void writeBlock(const Cluster<double>& cluster, const ClusterSlopes& slopes);
};

void ClusterDerivatives::Pass::outward(const Cluster<double>& cluster, const ClusterSlopes& slopes,
                                       const std::vector<JointSlopes>& joints) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    if (!tree.plan()->isDeadWeight(i)) moveBody(cluster, i, slopes, joints[at(i)]);
}

/// Its frame, its motion, how the cluster's freedoms move it, and its own inertia.
void ClusterDerivatives::Pass::moveBody(const Cluster<double>& cluster, int body,
                                        const ClusterSlopes& slopes, const JointSlopes& joint) {
  const TreeBody<double>& here = tree.body(body);
  const Transform<double>& toParent = work.of(body).toParent;
  const Matrix3<double> parentAxes = axesOf(here.parent);
  hinges::WorldFrame<double>& frame = memory.frames[body];
  Eigen::Map<Matrix3<double>>(&frame.axes[0][0]) = parentAxes * toParent.rotation;
  const Vector3<double> r = parentAxes * toParent.translation;
  for (int k = 0; k < 3; ++k) frame.origin[k] = memory.frames[here.parent].origin[k] + r[k];

  SpatialMotion<double> motion = to.bodies[here.parent];  // of the parent, at this origin
  hinges::shiftMotion(r.data(), motion.velocity);
  hinges::shiftMotion(r.data(), motion.acceleration);
  const Vector6d before = Map6(motion.velocity), beforeRate = Map6(motion.acceleration);
  Vector6d own = Vector6d::Zero(), ownRate = turned(body, work.of(body).subspaceRate);
  for (int k = 0; k < here.velocities; ++k) {
    own += subspaceOf(body, k) * v[here.velocity + k];
    ownRate += subspaceOf(body, k) * a[here.velocity + k];
  }
  ownRate += crossMotion(before, own);
  Map6(motion.velocity) += own;
  Map6(motion.acceleration) += ownRate;
  const Vector6d now = Map6(motion.velocity);

  const int m = cluster.dofs;
  FreedomMotion<double>* freedoms = freedomsOf(cluster, body);
  const bool isInner = here.parent >= cluster.firstBody;
  for (int l = 0; l < m; ++l) {
    FreedomMotion<double>& freedom = freedoms[l];
    freedom = isInner ? freedomsOf(cluster, here.parent)[l] : FreedomMotion<double>{};
    if (isInner)
      for (double* part :
           {freedom.displacement, freedom.rate, freedom.acceleration, freedom.turning})
        hinges::shiftMotion(r.data(), part);
  }
  for (int k = 0; k < here.velocities; ++k) {
    const Vector6d s = subspaceOf(body, k), rate = crossMotion(before, s),
                   second = crossMotion(beforeRate, s) + crossMotion(before, rate),
                   turning = rate + crossMotion(now, s);
    for (int l = 0; l < m; ++l) {
      FreedomMotion<double>& freedom = freedoms[l];
      const double along = basis(here.velocity + k, cluster.firstDof + l);
      const double faster = slopes.rate(here.local + k, l);
      Map6(freedom.displacement) += s * along;
      Map6(freedom.rate) += rate * along + s * faster;
      Map6(freedom.acceleration) +=
          second * along + turning * faster + s * slopes.acceleration(here.local + k, l);
      Map6(freedom.turning) +=
          turning * along + s * slopes.accelerationByVelocity(here.local + k, l);
      if (joint.isConstant()) continue;
      const auto velocities = v.segment(here.velocity, here.velocities);
      const auto accelerations = a.segment(here.velocity, here.velocities);
      const Matrix6X<double>& turns = joint.subspace[at(k)];
      const Vector6d change = turned(body, turns * velocities);
      const Vector6d byVelocity = turned(body, joint.biasByVelocity.col(k));
      Map6(freedom.rate) += change * along;
      Map6(freedom.acceleration) +=
          (turned(body, turns * accelerations + joint.biasByPosition.col(k)) +
           crossMotion(before, change) + crossMotion(now, change)) *
              along +
          byVelocity * faster;
      Map6(freedom.turning) += byVelocity * along;
    }
  }

  to.bodies[body] = motion;
  const RigidBodyInertia<double>& inertia = tree.plan()->inertia(body);
  const SymmetricMatrix3<double>& j = inertia.rotational;
  const double rotational[] = {j.xx, j.yy, j.zz, j.xy, j.xz, j.yz};
  hinges::load(frame, inertia.mass, inertia.moment.data(), rotational, motion, to.composites[body]);
  const FreedomRun& run = to.runs[body];
  if (run.end - run.first >= m)
    for (int l = 0; l < m; ++l) hinges::store(to, run.end - m + l, frame.origin, freedoms[l]);
}

void ClusterDerivatives::Pass::inward(const Cluster<double>& cluster, const ClusterSlopes& slopes,
                                      const std::vector<JointSlopes>& joints) {
  const int m = cluster.dofs;
  FreedomRow<double>* root = room.asked_.data() + cluster.bodyCount * m;
  std::fill(room.asked_.begin(), room.asked_.begin() + (cluster.bodyCount + 1) * m,
            FreedomRow<double>{});
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    room.forces_[at(i)].setZero();

  for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i) {
    if (tree.plan()->isDeadWeight(i)) {
      askRotor(cluster, i, slopes, root);
      continue;
    }
    const auto& carried = to.composites[i];
    FreedomRow<double>* rows = rowsOf(cluster, i);
    for (int l = 0; l < m; ++l) {
      const FreedomMotion<double>& freedom = freedomsOf(cluster, i)[l];
      hinges::addInertia(carried, freedom.displacement, rows[l].inertia);
      hinges::addTransposedB(carried, freedom.displacement, rows[l].rate);
      hinges::addB(carried, freedom.rate, rows[l].onPosition);
      hinges::addInertia(carried, freedom.acceleration, rows[l].onPosition);
      Map6(rows[l].onPosition) +=
          crossForce(Vector6d(ConstMap6(freedom.displacement)), Vector6d(ConstMap6(carried.force)));
      hinges::addB(carried, freedom.displacement, rows[l].onVelocity);
      hinges::addInertia(carried, freedom.turning, rows[l].onVelocity);
    }
    room.forces_[at(i)] += ConstMap6(carried.force);
    askJoint(cluster, i, joints[at(i)]);

    const int parent = tree.body(i).parent;
    const Vector3<double> r = fromParent(i);
    const bool isInner = parent >= cluster.firstBody;
    FreedomRow<double>* onParent = isInner ? rowsOf(cluster, parent) : root;
    for (int l = 0; l < m; ++l) addRow(r.data(), rows[l], onParent[l]);
    if (isInner) {
      Vector6d force = room.forces_[at(i)];
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
  const Vector6d& force = room.forces_[at(body)];
  for (int k = 0; k < here.velocities; ++k) {
    const Vector6d s = subspaceOf(body, k);
    room.torque_[here.local + k] = s.dot(force);
    for (int l = 0; l < cluster.dofs; ++l) {
      const FreedomRow<double>& row = rowsOf(cluster, body)[l];
      const Vector6d moved = ConstMap6(freedomsOf(cluster, body)[l].displacement);
      double& slope = room.onPosition_(here.local + k, l);
      slope = s.dot(ConstMap6(row.onPosition) - crossForce(moved, force));
      room.onVelocity_(here.local + k, l) = s.dot(ConstMap6(row.onVelocity));
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
                                        const ClusterSlopes& slopes, FreedomRow<double>* root) {
  const TreeBody<double>& here = tree.body(body);
  const double axial = here.inertia.rotational.zz, rate = v[here.velocity],
               acceleration = a[here.velocity];
  const Vector3<double> u =
      axial * (axesOf(here.parent) * Transform<double>(here.placement).rotation.col(2));
  const SpatialMotion<double>& parent = to.bodies[here.parent];
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

/// δτ_y = (∂G/∂y_l)ᵀ τ + Gᵀ δτ, less what acts.
void ClusterDerivatives::Pass::writeBlock(const Cluster<double>& cluster,
                                          const ClusterSlopes& slopes) {
  const int n = cluster.spanning(), m = cluster.dofs, first = cluster.firstDof;
  auto onPosition = position.block(first, first, m, m);
  auto onVelocity = velocity.block(first, first, m, m);
  onPosition.setZero();
  onVelocity.setZero();
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
      for (int k = 0; k < m; ++k) {
        const double on = basis(entry, first + k);
        onPosition(k, l) += slopes.basis[at(l)](j, k) * torque + on * byPosition;
        onVelocity(k, l) += on * byVelocity;
      }
    }
  }
}

void ClusterDerivatives::update(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                                const MatrixX<double>& basis,
                                const std::vector<ClusterSlopes>& slopes,
                                const std::vector<JointSlopes>& joints, const ActingForces& forces,
                                Workspace<double>& work, MatrixX<double>& position,
                                MatrixX<double>& velocity) {
  const Plan& plan = *tree.plan();
  const hinges::Passes<double>& passes = hinges::passes();
  const hinges::Memory<double> memory = work.hinges.view(plan);
  passes.turnHinges(memory, static_cast<int>(plan.hinges().size()), q.data());
  position.setZero();
  velocity.setZero();
  SpatialMotion<double>& still = bodies_.front();
  still = {};
  for (int k = 0; k < 3; ++k) still.acceleration[3 + k] = -tree.gravity()[k];
  const std::ptrdiff_t size = position.rows();
  const hinges::DerivativeMemory<double> to{&bodies_[1],
                                            composites_.data(),
                                            runs_.data(),
                                            motions_.data(),
                                            count_,
                                            position.data(),
                                            velocity.data(),
                                            size,
                                            {rows_.data(), rows_.data() + size}};
  Pass pass{*this, tree, v, a, basis, forces, work, memory, to, position, velocity};

  const auto forEachCluster = [&](const Plan::Segment& segment, bool isOutward) {
    for (int step = 0; step < segment.last - segment.first; ++step) {
      const int i = isOutward ? segment.first + step : segment.last - 1 - step;
      const int c = segment.kind == Kind::coupled ? plan.groups()[at(i)].cluster
                    : segment.kind == Kind::floating
                        ? tree.body(plan.floatingBodies()[at(i)].body).cluster
                        : i;
      if (isOutward)
        pass.outward(tree.clusters()[at(c)], slopes[at(c)], joints);
      else
        pass.inward(tree.clusters()[at(c)], slopes[at(c)], joints);
    }
  };
  for (const Plan::Segment& segment : plan.segments())
    if (segment.kind == Kind::hinges)
      passes.outwardDerivatives(memory, to, segment.first, segment.last, v.data(), a.data());
    else
      forEachCluster(segment, true);
  for (auto segment = plan.segments().rbegin(); segment != plan.segments().rend(); ++segment)
    if (segment->kind == Kind::hinges)
      passes.inwardDerivatives(memory, to, segment->first, segment->last, v.data(), a.data());
    else
      forEachCluster(*segment, false);

  for (std::size_t i = 0; i < plan.drives().size(); ++i) {  // where a slow rotor was chosen
    const double ratio = plan.drives()[i].ratio;
    const Plan::Place place = plan.placeOf(tree.body(plan.hinges()[i].body).cluster);
    if (ratio == 1 || place.kind != Kind::hinges) continue;
    const int dof = tree.clusterOf(tree.body(plan.hinges()[i].body)).firstDof;
    for (MatrixX<double>* matrix : {&position, &velocity}) {
      matrix->col(dof) *= ratio;
      matrix->row(dof) *= ratio;
    }
  }
  if (forces.areHeld) return;
  for (const TreeBody<double>& body : tree.bodies()) {  // of hinges and their rotors
    if (plan.placeOf(body.cluster).kind != Kind::hinges || body.velocities == 0) continue;
    const int dof = tree.clusterOf(body).firstDof;
    const double along = basis(body.velocity, dof);
    position(dof, dof) -= along * along * forces.byPosition[body.velocity];
    velocity(dof, dof) -= along * along * forces.byVelocity[body.velocity];
  }
}

}  // namespace linkwork
