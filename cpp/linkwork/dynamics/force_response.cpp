#include "linkwork/dynamics/force_response.hpp"

#include "linkwork/dynamics/articulation.hpp"

namespace linkwork {
namespace {

/// The part along each row of some motion of the end-effectors' bodies.
template <typename Scalar>
void alongRows(const ClusterTree<Scalar>& tree, const Workspace<Scalar>& work,
               const OperationalSpace<Scalar>& space,
               Vector6<Scalar> BodyWorkspace<Scalar>::*motion, VectorRef<Scalar>& rows) {
  int row = 0;
  for (const EndEffector<Scalar>& endEffector : space.endEffectors) {
    const Vector6<Scalar> twist =
        frameOn(tree, endEffector, work).twistToChild(work.of(endEffector.body).*motion);
    for (int k = 0; k < endEffector.rows(); ++k)
      rows[row++] = endEffector.directions.col(k).dot(twist);
  }
}

}  // namespace

template <typename Scalar>
void respondToForces(const ClusterTree<Scalar>& tree, const std::vector<int>& clusters,
                     Workspace<Scalar>& work, VectorRef<Scalar> change) {
  for (auto cluster = clusters.rbegin(); cluster != clusters.rend(); ++cluster)
    eliminateForce<Bias::withoutBias>(tree, tree.clusters()[static_cast<std::size_t>(*cluster)],
                                      work);
  accelerate<Bias::withoutBias>(tree, Vector6<Scalar>::Zero().eval(), work, change);
}

template <typename Scalar>
void applyTestForce(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                    const OperationalSpace<Scalar>& space, const ConstVectorRef<Scalar>& force,
                    VectorRef<Scalar> change, VectorRef<Scalar> response) {
  space.requireRows(force.size());
  space.requireRows(response.size());
  tree.requireSizes(tree.positionSize(), change.size());
  updateFrames(tree, space, work);

  clearForces(work);
  int row = 0;
  for (const EndEffector<Scalar>& endEffector : space.endEffectors) {
    Vector6<Scalar> wrench = Vector6<Scalar>::Zero();
    for (int k = 0; k < endEffector.rows(); ++k)
      wrench += force[row++] * endEffector.directions.col(k);
    work.of(endEffector.body).force -= frameOn(tree, endEffector, work).wrenchToParent(wrench);
  }

  respondToForces<Scalar>(tree, space.paths.clusters, work, change);
  alongRows(tree, work, space, &BodyWorkspace<Scalar>::acceleration, response);
}

template <typename Scalar>
void velocityAlongRows(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                       const OperationalSpace<Scalar>& space, VectorRef<Scalar> velocity) {
  space.requireRows(velocity.size());
  updateFrames(tree, space, work);
  alongRows(tree, work, space, &BodyWorkspace<Scalar>::velocity, velocity);
}

template void respondToForces(const ClusterTree<double>&, const std::vector<int>&,
                              Workspace<double>&, VectorRef<double>);
template void applyTestForce(const ClusterTree<double>&, Workspace<double>&,
                             const OperationalSpace<double>&, const ConstVectorRef<double>&,
                             VectorRef<double>, VectorRef<double>);
template void velocityAlongRows(const ClusterTree<double>&, Workspace<double>&,
                                const OperationalSpace<double>&, VectorRef<double>);

}  // namespace linkwork
