#pragma once

#include "linkwork/dynamics/cluster_derivatives.hpp"
#include "linkwork/dynamics/kernels/plan.hpp"
#include "linkwork/dynamics/kernels/revolute_joint.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

/// The steps of one call over clusters other than single revolute joints.
struct ClusterDerivatives::Pass {
  ClusterDerivatives& room;
  const ClusterTree<double>& tree;
  const ConstVectorRef<double>&v, &a;
  const MatrixX<double>& basis;
  const ActingForces& acting;
  Workspace<double>& work;
  kernels::Memory<double> memory;
  kernels::DerivativeMemory<double> to;
  Result& derivatives;

  kernels::FreedomMotion<double>* freedomsOf(const Cluster<double>& cluster, int body) const {
    const auto place = room.places_[at(tree.body(body).cluster)];
    return room.freedoms_.data() + place + (body - cluster.firstBody) * cluster.dofs;
  }
  kernels::FreedomRow<double>* rowsOf(const Cluster<double>& cluster, int body) const {
    return room.asked_.data() + (body - cluster.firstBody) * cluster.dofs;
  }
  Vec3<double> fromParent(int body) const {
    return memory.frames[body].origin - memory.frames[tree.body(body).parent].origin;
  }
  Matrix3<double> axesOf(int body) const {
    return Eigen::Map<const Matrix3<double>>(&memory.frames[body].x.x);
  }
  /// S of entry k of a body's joint, in the ground's axes.
  Vector6<double> subspaceOf(int body, int k) const {
    const Vector6<double> inChild = work.jointSubspaces.col(tree.body(body).velocity + k);
    return turned(body, inChild);
  }
  Vector6<double> turned(int body, const Vector6<double>& inChild) const {
    const Matrix3<double> axes = axesOf(body);
    Vector6<double> result;
    result << axes * inChild.head<3>(), axes * inChild.tail<3>();
    return result;
  }

  void forward(const Cluster<double>& cluster, const ClusterSlopes& slopes,
               const std::vector<JointSlopes>& joints);
  void moveBody(const Cluster<double>& cluster, int body, const ClusterSlopes& slopes,
                const JointSlopes& joint);
  void backward(const Cluster<double>& cluster, const ClusterSlopes& slopes,
                const std::vector<JointSlopes>& joints);
  void writeJoint(const Cluster<double>& cluster, int body, const JointSlopes& joint,
                  const ClusterSlopes& slopes);
  void writeRotor(const Cluster<double>& cluster, int body, const ClusterSlopes& slopes,
                  kernels::FreedomRow<double>* root);
  void writeBlock(const Cluster<double>& cluster, const ClusterSlopes& slopes);
};

}  // namespace linkwork
