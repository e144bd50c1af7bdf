#include "linkwork/baselines/methods.hpp"

#include "linkwork/baselines/approximate.hpp"
#include "linkwork/baselines/composite_body.hpp"
#include "linkwork/baselines/general_joint.hpp"
#include "linkwork/baselines/lagrange_dense.hpp"
#include "linkwork/baselines/lagrange_sparse.hpp"
#include "linkwork/baselines/multipliers.hpp"
#include "linkwork/baselines/projection.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/mechanism/json/value.hpp"

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

const std::array<Method, 9> methods{
    Method{"articulated-body", "recursion over clusters, linear in the bodies", true, true, false,
           exact<ClusterRecursion>},
    Method{"composite-body", "mass matrix and its Cholesky factors", true, false, false,
           exact<CompositeBody>},
    Method{"projection", "the spanning tree's equations on the velocities that loops leave", true,
           true, false, exact<Projection<double>>},
    Method{"lagrange-dense", "the spanning tree with multipliers of its loops, dense", true, false,
           false, exact<LagrangeDense<double>>},
    Method{"lagrange-sparse", "the spanning tree with multipliers of its loops, sparse", true, true,
           false, exact<LagrangeSparse<double>>},
    Method{"general-joint", "six recursions for joints of any kind", true, false, false,
           exact<GeneralJoint<double>>},
    Method{"multipliers", "Lagrange multipliers in maximal coordinates", true, false, true,
           exact<Multipliers>},
    Method{"approximate", "rotors as inertias of the joints they drive", false, true, false,
           withoutLoops<Approximate>},
    Method{"unconstrained", "the tree without loops and rotors", false, true, false,
           withoutLoops<Unconstrained>}};

std::string accelerationMethodsJson() {
  using detail::JsonValue;
  JsonValue all{JsonValue::Kind::array};
  for (const Method& method : methods) {
    if (!method.isExact) continue;
    JsonValue& each = all.items.emplace_back(JsonValue::Kind::object);
    each.add("name", JsonValue(std::string(method.name)));
    each.add("description", JsonValue(std::string(method.description)));
    each.add("nonholonomic", JsonValue(JsonValue::Kind::boolean, method.obeysNonholonomic ? 1 : 0));
  }
  return detail::writeJson(all, -1);
}

}  // namespace linkwork::baselines
