#include "linkwork/dynamics/cluster_derivatives_pass.hpp"
#include "linkwork/dynamics/kernels/derivative_pass.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {

void ClusterDerivatives::Pass::forward(const Cluster<double>& cluster, const ClusterSlopes& slopes,
                                       const std::vector<JointSlopes>& joints) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    if (!tree.plan()->isLumpedRotor(i)) moveBody(cluster, i, slopes, joints[at(i)]);
}

/// Computes a body's frame, motion, motions per dof of the cluster, and its own inertia.
void ClusterDerivatives::Pass::moveBody(const Cluster<double>& cluster, int body,
                                        const ClusterSlopes& slopes, const JointSlopes& joint) {
  const TreeBody<double>& here = tree.body(body);
  const Transform<double>& toParent = work.of(body).toParent;
  const Matrix3<double> parentAxes = axesOf(here.parent);
  Vec3Pose<double>& frame = memory.frames[body];
  Eigen::Map<Matrix3<double>>(&frame.x.x) = parentAxes * toParent.rotation;
  const Vec3<double> r = Vec3<double>::from(Vector3<double>(parentAxes * toParent.translation));
  frame.origin = memory.frames[here.parent].origin + r;

  kernels::SpatialMotion<double> motion = to.bodies[here.parent];  // of the parent, at this origin
  motion.velocity = motion.velocity.at(r);
  motion.acceleration = motion.acceleration.at(r);
  const Vector6<double> before = motion.velocity.vector(),
                        beforeRate = motion.acceleration.vector();
  Vector6<double> own = Vector6<double>::Zero(), ownRate = turned(body, work.of(body).subspaceRate);
  for (int k = 0; k < here.velocities; ++k) {
    own += subspaceOf(body, k) * v[here.velocity + k];
    ownRate += subspaceOf(body, k) * a[here.velocity + k];
  }
  ownRate += crossMotion(before, own);
  motion.velocity += Motion<double>::from(own);
  motion.acceleration += Motion<double>::from(ownRate);
  const Vector6<double> now = motion.velocity.vector();

  const int m = cluster.dofs;
  kernels::FreedomMotion<double>* freedoms = freedomsOf(cluster, body);
  const bool isInner = here.parent >= cluster.firstBody;
  for (int l = 0; l < m; ++l) {
    kernels::FreedomMotion<double>& freedom = freedoms[l];
    freedom = isInner ? freedomsOf(cluster, here.parent)[l] : kernels::FreedomMotion<double>{};
    if (isInner)
      for (Motion<double>* part :
           {&freedom.displacement, &freedom.rate, &freedom.acceleration, &freedom.turning})
        *part = part->at(r);
  }
  for (int k = 0; k < here.velocities; ++k) {
    const Vector6<double> s = subspaceOf(body, k), rate = crossMotion(before, s),
                          second = crossMotion(beforeRate, s) + crossMotion(before, rate),
                          turning = rate + crossMotion(now, s);
    for (int l = 0; l < m; ++l) {
      kernels::FreedomMotion<double>& freedom = freedoms[l];
      const double along = basis(here.velocity + k, cluster.firstDof + l);
      const double faster = slopes.rate(here.local + k, l);
      const auto add = [](const Vector6<double>& change, Motion<double>& sum) {
        sum += Motion<double>::from(change);
      };
      add(s * along, freedom.displacement);
      add(rate * along + s * faster, freedom.rate);
      add(second * along + turning * faster + s * slopes.acceleration(here.local + k, l),
          freedom.acceleration);
      add(turning * along + s * slopes.accelerationByVelocity(here.local + k, l), freedom.turning);
      if (joint.isConstant()) continue;
      const auto velocities = v.segment(here.velocity, here.velocities);
      const auto accelerations = a.segment(here.velocity, here.velocities);
      const Matrix6X<double>& turns = joint.subspace[at(k)];
      const Vector6<double> change = turned(body, turns * velocities);
      const Vector6<double> byVelocity = turned(body, joint.biasByVelocity.col(k));
      add(change * along, freedom.rate);
      add((turned(body, turns * accelerations + joint.biasByPosition.col(k)) +
           crossMotion(before, change) + crossMotion(now, change)) *
                  along +
              byVelocity * faster,
          freedom.acceleration);
      add(byVelocity * along, freedom.turning);
    }
  }

  to.bodies[body] = motion;
  kernels::loadBody(frame, tree.plan()->inertia(body), motion, to.composites[body]);
  const kernels::FreedomRun& run = to.runs[body];
  if (run.end - run.first >= m)
    for (int l = 0; l < m; ++l)
      kernels::storeMotion(to, run.end - m + l, frame.origin, freedoms[l]);
}

}  // namespace linkwork
