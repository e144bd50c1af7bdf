#include "linkwork/dynamics/plan_inertias.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"
#include "linkwork/dynamics/kernels/revolute_numbers.hpp"
#include "linkwork/joints/free.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

using Segment = Plan::Segment;
using Kind = Segment::Kind;

/// Sets velocities and forces to zero: the recursion then computes only inertias.
void rest(const Plan& plan, KernelWorkspace<double>& memory) {
  std::fill(memory.workspace.begin(), memory.workspace.end(), kernels::RevoluteWorkspace<double>{});
  std::fill(memory.gears.begin(), memory.gears.end(), kernels::GearWorkspace<double>{});
  std::fill(memory.motions.begin(), memory.motions.end(), FrameMotion<double>{});
  std::fill(memory.groups.begin(), memory.groups.end(), kernels::GroupWorkspace<double>{});
  for (const int body : plan.branchingBodies()) memory.articulated[at(body)] = {};
}

/// The body's frame in the joint's: Rz(q + q₀) Tz(d).
Transform<double> bodyInJoint(const kernels::Revolute<double>& revolute, double c, double s) {
  Transform<double> result;
  result.rotation.topLeftCorner<2, 2>() << c, -s, s, c;
  result.translation.z() = revolute.slide;
  return result;
}

/// Writes the results of one call for the general algorithms.
class Export {
 public:
  Export(const ClusterTree<double>& tree, Workspace<double>& work)
      : tree_(tree), plan_(*tree.plan()), work_(work), memory_(work.kernels.view(plan_)) {}

  void place(int revolute) {
    const kernels::Revolute<double>& numbers = plan_.revolutes()[at(revolute)];
    work_.of(numbers.body).toParent =
        kernels::placementOf(numbers, memory_.cosines[revolute], memory_.sines[revolute]);
  }
  void placeAll(const ConstVectorRef<double>& q) {
    for (int i = 0; i < static_cast<int>(plan_.revolutes().size()); ++i) place(i);
    for (const kernels::FloatingBody<double>& body : plan_.floatingBodies())
      work_.of(body.body).toParent = tree_.body(body.body).placement *
                                     FreeJoint<double>::transform(q.segment<7>(body.position));
  }
  void revolute(const Cluster<double>& cluster, int place);
  void group(const Cluster<double>& cluster, const Plan::Group& group);
  void floating(const Cluster<double>& cluster, const kernels::FloatingBody<double>& body);

 private:
  const ClusterTree<double>& tree_;
  const Plan& plan_;
  Workspace<double>& work_;
  kernels::Memory<double> memory_;
};

/// S = z, D and W = U/D: on the body itself, or of a cluster with rotors at its parent. The pass
/// has the gain of a geared joint in the joint's frame.
void Export::revolute(const Cluster<double>& cluster, int index) {
  place(index);
  const kernels::Revolute<double>& numbers = plan_.revolutes()[at(index)];
  const kernels::RevoluteWorkspace<double>& here = memory_.workspace[index];
  Vector6<double> gain = here.gain.vector();
  work_.factors[cluster.factor] = 1 / here.pivot;
  const Vector6<double> subspace = Vector6<double>::Unit(2);
  if (cluster.constraint) {
    work_.of(tree_, cluster).poses[at(numbers.body - cluster.firstBody)] =
        work_.of(numbers.body).toParent;
    work_.motionSubspaces.col(tree_.firstColumn(numbers.body)) = subspace;
    work_.gains.col(cluster.firstDof) = kernels::jointFrame(numbers).wrenchToParent(gain);
    return;
  }
  if (numbers.isGeared)
    gain = bodyInJoint(numbers, memory_.cosines[index], memory_.sines[index]).wrenchToChild(gain);
  work_.jointSubspaces.col(numbers.velocity) = subspace;
  work_.gains.col(cluster.firstDof) = gain;
}

/// S_i = Xᵀ S_p + z G_i body by body; D, L and B L⁻ᵀ D⁻¹ of the pass.
void Export::group(const Cluster<double>& cluster, const Plan::Group& group) {
  const kernels::CoupledGroup<double>& numbers = group.numbers;
  const kernels::GroupWorkspace<double>& here = memory_.groups[numbers.place];
  const int m = numbers.dofs;
  auto& poses = work_.of(tree_, cluster).poses;
  for (int i = numbers.first; i < numbers.last; ++i) {
    place(i);
    const kernels::Revolute<double>& revolute = plan_.revolutes()[at(i)];
    const Transform<double>& placement = work_.of(revolute.body).toParent;
    const auto local = at(revolute.body - cluster.firstBody);
    const bool isInner = revolute.inner >= 0;
    poses[local] = isInner ? poses[at(revolute.parent - cluster.firstBody)] * placement : placement;
    const double* row = memory_.bases + numbers.basis + (i - numbers.first) * m;
    for (int j = 0; j < m; ++j) {
      Vector6<double> column = Vector6<double>::Zero();
      if (isInner)
        column = placement.twistToChild(
            work_.motionSubspaces.col(tree_.firstColumn(revolute.parent) + j));
      column[2] += row[j];
      work_.motionSubspaces.col(tree_.firstColumn(revolute.body) + j) = column;
    }
  }
  auto factor = factorOf(cluster, work_);
  for (int k = 0; k < m; ++k) {
    work_.gains.col(cluster.firstDof + k) = here.gain[k].vector();
    factor(k, k) = 1 / here.factor[k][k];
    for (int j = k + 1; j < m; ++j) factor(j, k) = here.factor[j][k];
  }
}

/// S = 1, L D Lᵀ = Iᴬ. The remaining force at the ground is not used.
void Export::floating(const Cluster<double>& cluster, const kernels::FloatingBody<double>& body) {
  ArticulatedInertia<double> inertia = memory_.articulated[body.body].A;
  inertia += ArticulatedInertia<double>::of(plan_.inertia(body.body));
  Matrix6<double> factor = inertia.matrix();
  const auto isPivot = [&](int k, double& pivot) {
    return articulation::isPivot(factor, k, pivot);
  };
  if (!linalg::factorLdlt<6>(factor, isPivot)) throw masslessJoint(tree_, body.body);
  factorOf<double, 6>(cluster, work_) = factor;
  work_.jointSubspaces.middleCols<6>(tree_.body(body.body).velocity).setIdentity();
}

}  // namespace

bool planInertias(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                  const OperationalSpace<double>& space, Workspace<double>& work) {
  const Plan* plan = tree.plan();
  if (!plan || plan->hasGeneral()) return false;
  bool needsPoses = false;
  for (const EndEffector<double>& endEffector : space.endEffectors) {
    if (plan->isLumpedRotor(endEffector.body)) return false;
    needsPoses |= endEffector.axes == DirectionAxes::world;
  }
  const kernels::Passes& passes = kernels::passes();
  const kernels::Memory<double> memory = work.kernels.view(*plan);
  updateJointTransforms(tree, q, work);
  rest(*plan, work.kernels);
  work.spanningAccelerations.setZero();
  for (const Plan::Group& group : plan->groups())
    if (!group.isConstant) updateMotions(tree, group, q, work.spanningAccelerations, work);

  for (auto segment = plan->segments().rbegin(); segment != plan->segments().rend(); ++segment) {
    if (segment->kind == Kind::revolutes) {
      const int massless = passes.backward(memory, segment->first, segment->last);
      if (massless >= 0) throw masslessJoint(tree, plan->revolutes()[at(massless)].body);
    } else if (segment->kind == Kind::coupled) {
      for (int i = segment->last - 1; i >= segment->first; --i)
        if (const kernels::CoupledGroup<double>& group = work.kernels.coupledGroups[at(i)];
            !passes.backwardCoupled(memory, group))
          throw masslessJoint(tree, plan->revolutes()[at(group.first)].body);
    }
  }

  Export results(tree, work);
  if (needsPoses) results.placeAll(q);
  for (const int c : space.paths.clusters) {
    const Cluster<double>& cluster = tree.clusters()[at(c)];
    const Plan::Place place = plan->placeOf(c);
    if (place.kind == Kind::revolutes)
      results.revolute(cluster, place.index);
    else if (place.kind == Kind::coupled)
      results.group(cluster, plan->groups()[at(place.index)]);
    else
      results.floating(cluster, plan->floatingBodies()[at(place.index)]);
  }
  return true;
}

}  // namespace linkwork
