#include "linkwork/baselines/composite_body.hpp"

#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"

namespace linkwork::baselines {

CompositeBody::CompositeBody(const ClusterTree<double>& tree)
    : tree_(tree),
      work_(tree),
      mass_(tree.degreesOfFreedom(), tree.degreesOfFreedom()),
      bias_(tree.degreesOfFreedom()),
      factors_(tree.degreesOfFreedom()) {}

void CompositeBody::forwardDynamics(const ConstVectorRef<double>& q,
                                    const ConstVectorRef<double>& v,
                                    const AppliedForces<double>& forces, VectorRef<double> a) {
  massMatrix(tree_, q, work_, mass_);
  biasForce<double>(tree_, q, v, forces, work_, bias_);
  updateKinematics<double>(tree_, q, v, work_);  // G and g
  factors_.compute(mass_);
  if (factors_.info() != Eigen::Success)
    throw SimulationError("composite-body: the mass matrix is not positive definite at this pose");
  factors_.solveInPlace(bias_);
  bias_ = -bias_;
  spanFromIndependent<double>(tree_, bias_, work_, a);
  for (const Cluster<double>& cluster : tree_.clusters()) {
    if (!cluster.constraint) continue;
    const Eigen::VectorXd& offset = work_.of(tree_, cluster).offset;
    for (int i = 0; i < cluster.spanning(); ++i)
      a[cluster.velocities[static_cast<std::size_t>(i)]] += offset[i];
  }
}

}  // namespace linkwork::baselines
