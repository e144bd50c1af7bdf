#include "linkwork/baselines/methods.hpp"

#include "linkwork/baselines/approximate.hpp"
#include "linkwork/baselines/general_joint.hpp"
#include "linkwork/baselines/lagrange_dense.hpp"
#include "linkwork/baselines/lagrange_sparse.hpp"
#include "linkwork/baselines/projection.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"

namespace linkwork::baselines {
namespace {

/// The recursion on clusters itself, in the shape of its rivals.
class ClusterRecursion final : public DynamicsMethod<double> {
 public:
  explicit ClusterRecursion(const ClusterTree<double>& tree) : tree_(tree), work_(tree) {}

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override {
    linkwork::forwardDynamics<double>(tree_, q, v, forces, work_, a);
  }
  void inverseDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const ConstVectorRef<double>& a, const AppliedForces<double>& forces,
                       VectorRef<double> torque) override {
    linkwork::inverseDynamics<double>(tree_, q, v, a, forces, work_, torque);
  }

 private:
  const ClusterTree<double>& tree_;
  Workspace<double> work_;
};

template <typename Kind>
std::unique_ptr<DynamicsMethod<double>> exact(const Mechanism& /*mechanism*/,
                                              const ClusterTree<double>& tree) {
  return std::make_unique<Kind>(tree);
}

template <typename Kind>
std::unique_ptr<DynamicsMethod<double>> withoutLoops(const Mechanism& mechanism,
                                                     const ClusterTree<double>& tree) {
  return std::make_unique<Kind>(mechanism, tree);
}

}  // namespace

const std::array<Method, 7> methods{
    Method{"cluster", true, true, exact<ClusterRecursion>},
    Method{"projection", true, true, exact<Projection<double>>},
    Method{"lagrange-dense", true, false, exact<LagrangeDense<double>>},
    Method{"lagrange-sparse", true, false, exact<LagrangeSparse<double>>},
    Method{"general-joint", true, false, exact<GeneralJoint<double>>},
    Method{"approximate", false, true, withoutLoops<Approximate>},
    Method{"unconstrained", false, true, withoutLoops<Unconstrained>}};

}  // namespace linkwork::baselines
