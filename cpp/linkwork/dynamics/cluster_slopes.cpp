#include "linkwork/dynamics/cluster_slopes.hpp"

#include <algorithm>

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork {

ClusterSlopes::ClusterSlopes(const Cluster<double>& cluster)
    : basis(at(cluster.isCut() ? 0 : cluster.dofs),
            MatrixX<double>::Zero(cluster.spanning(), cluster.dofs)),
      rate(MatrixX<double>::Zero(cluster.spanning(), cluster.dofs)),
      acceleration(rate),
      accelerationByVelocity(rate) {}

JointSlopes::JointSlopes(const TreeBody<double>& body) {
  if (!body.function && body.joint != JointType::universal && body.joint != JointType::planar)
    return;
  const int n = body.velocities;
  subspace.assign(at(n), Matrix6X<double>(6, n));
  biasByPosition.resize(6, n);
  biasByVelocity.resize(6, n);
}

JetWorkspace::JetWorkspace(const ClusterTree<double>& given)
    : tree(given), work(tree), q(given.positionSize()), v(given.velocitySize()) {}

void updateSlopes(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                  const MatrixX<double>& basis, const ConstVectorRef<double>& q,
                  const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                  JetWorkspace& jets, ClusterSlopes& slopes) {
  const int n = cluster.spanning(), m = cluster.dofs;
  const Cluster<DerivativeJet>& moving =
      jets.tree.clusters()[static_cast<std::size_t>(&cluster - tree.clusters().data())];
  ConstraintWorkspace<DerivativeJet>& workspace = jets.work.of(jets.tree, moving);
  constexpr int width = DerivativeJet::directions;
  for (int first = 0; first < 2 * m; first += width) {
    const int count = std::min(width, 2 * m - first);  // along y_0 …, then ẏ_0 …
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
      const TreeBody<double>& body = tree.body(i);
      for (int k = body.position; k < body.position + body.positions; ++k) jets.q[k] = q[k];
    }
    auto& step = workspace.correction;
    for (int j = 0; j < n; ++j) {
      const int entry = cluster.velocities[at(j)];
      step[j] = DerivativeJet(0);
      jets.v[entry] = v[entry];
      for (int p = 0; p < count; ++p) {
        const int l = (first + p) % m;
        const double along = basis(entry, cluster.firstDof + l);
        (first + p < m ? step[j] : jets.v[entry]).partials[at(p)] = along;
      }
    }
    retract<DerivativeJet>(jets.tree, moving, step, jets.q);
    updateJoints<DerivativeJet>(jets.tree, moving, jets.q, jets.v, jets.work);
    closeVelocity<DerivativeJet>(jets.tree, moving, jets.q, jets.work, jets.v);
    if (!solveConstraints<DerivativeJet>(jets.tree, moving, jets.q, jets.v, jets.work))
      throw singularPose(tree, cluster);

    for (int p = 0; p < count; ++p) {
      const int l = (first + p) % m;
      for (int j = 0; j < n; ++j) {
        const double drift = workspace.offset[j].partials[at(p)];
        if (first + p >= m) {
          slopes.accelerationByVelocity(j, l) = drift;
          continue;
        }
        slopes.rate(j, l) = 0;
        slopes.acceleration(j, l) = drift;
        for (int k = 0; k < m; ++k) {
          const int independent = independentVelocity(jets.tree, moving, k, jets.work);
          const double turned = workspace.basis(j, k).partials[at(p)];
          slopes.basis[at(l)](j, k) = turned;
          slopes.rate(j, l) += turned * v[independent];
          slopes.acceleration(j, l) += turned * a[independent];
        }
      }
    }
  }
}

void updateSlopes(const ClusterTree<double>& tree, int treeBody, const ConstVectorRef<double>& q,
                  const ConstVectorRef<double>& v, JetWorkspace& jets, JointSlopes& slopes) {
  if (slopes.isConstant()) return;
  const TreeBody<double>& body = tree.body(treeBody);
  const int n = body.velocities;
  constexpr int width = DerivativeJet::directions;
  for (int first = 0; first < 2 * n; first += width) {
    const int count = std::min(width, 2 * n - first);  // along q_0 …, then q̇_0 …
    withJoint(jets.tree.body(treeBody), [&]<typename Joint>(const Joint& joint) {
      typename Joint::Position position =
          q.segment(body.position, body.positions).template cast<DerivativeJet>();
      typename Joint::Velocity velocity =
          v.segment(body.velocity, n).template cast<DerivativeJet>();
      typename Joint::Velocity step = Joint::Velocity::Zero(n);
      for (int p = 0; p < count; ++p)
        (first + p < n ? step : velocity)[(first + p) % n].partials[at(p)] = 1;
      position = joint.retract(position, step);
      const auto motion = evaluate(joint, position, velocity);
      for (int p = 0; p < count; ++p) {
        const int l = (first + p) % n;
        const bool isPosition = first + p < n;
        for (int r = 0; r < 6; ++r) {
          (isPosition ? slopes.biasByPosition : slopes.biasByVelocity)(r, l) =
              motion.bias[r].partials[at(p)];
          if (!isPosition) continue;
          for (int k = 0; k < n; ++k)
            slopes.subspace[at(l)](r, k) = motion.subspace(r, k).partials[at(p)];
        }
      }
    });
  }
}

}  // namespace linkwork
