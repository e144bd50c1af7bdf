#include "linkwork/dynamics/cluster_derivatives.hpp"

#include <algorithm>

#include "linkwork/dynamics/cluster_derivatives_pass.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"

namespace linkwork {

namespace {

using Kind = Plan::Segment::Kind;

}  // namespace

/// The dofs that support a body are those of its cluster. If contiguous with the cluster before it,
/// they form one run. If several bodies of a cluster support others, each has its own copy of the
/// motions.
ClusterDerivatives::ClusterDerivatives(const ClusterTree<double>& tree)
    : runs_(tree.bodies().size(), kernels::FreedomRun{0, 0, 0, ground}),
      bodies_(tree.bodies().size() + 1),
      composites_(tree.bodies().size()) {
  std::vector<bool> supports(tree.bodies().size(), false);
  for (const Cluster<double>& cluster : tree.clusters())
    if (cluster.parent != ground) supports[at(cluster.parent)] = true;
  int count = tree.degreesOfFreedom(), places = 0, bodies = 0, entries = 0, freedoms = 0;
  for (const Cluster<double>& cluster : tree.clusters()) {
    bool isFirst = true;
    const bool isRevolute =
        tree.plan()->placeOf(tree.body(cluster.firstBody).cluster).kind == Kind::revolutes;
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
      if (tree.plan()->isLumpedRotor(i) ||
          (cluster.bodyCount > 1 && !isRevolute && !supports[at(i)]))
        continue;
      const int first = isFirst ? cluster.firstDof : count;
      if (!isFirst) count += cluster.dofs;
      isFirst = false;
      kernels::FreedomRun& run = runs_[at(i)];
      run = {first, first + cluster.dofs, cluster.firstDof, cluster.parent};
      if (cluster.parent == ground) continue;
      const kernels::FreedomRun& before = runs_[at(cluster.parent)];
      if (before.end == first && before.dof + before.end - before.first == cluster.firstDof)
        run = {before.first, run.end, before.dof, before.support};
    }
    places_.push_back(places);
    places += cluster.bodyCount * cluster.dofs;
    bodies = std::max(bodies, cluster.bodyCount * cluster.dofs);
    entries = std::max(entries, cluster.spanning());
    freedoms = std::max(freedoms, cluster.dofs);
  }
  count_ = count;
  motions_.resize(at(27 * count + 3));  // SIMD loads read past the end
  freedoms_.resize(at(places));
  asked_.resize(at(bodies + freedoms));
  forces_.resize(tree.bodies().size());
  onPosition_.resize(entries, freedoms);
  onVelocity_.resize(entries, freedoms);
  onAcceleration_.resize(entries, freedoms);
  torque_.resize(entries);
}

void ClusterDerivatives::update(const ClusterTree<double>& tree, const ConstVectorRef<double>& v,
                                const ConstVectorRef<double>& a, const MatrixX<double>& basis,
                                const std::vector<ClusterSlopes>& slopes,
                                const std::vector<JointSlopes>& joints, const ActingForces& forces,
                                Workspace<double>& work, Result result) {
  const Plan& plan = *tree.plan();
  const kernels::Passes& passes = kernels::passes();
  const kernels::Memory<double> memory = work.kernels.view(plan);
  kernels::SpatialMotion<double>& still = bodies_.front();
  still = {};
  still.acceleration.linear = -Vec3<double>::from(tree.gravity());
  const kernels::DerivativeMemory<double> to{&bodies_[1],
                                             composites_.data(),
                                             runs_.data(),
                                             motions_.data(),
                                             count_,
                                             result.position.data(),
                                             result.velocity.data(),
                                             result.position.outerStride(),
                                             result.areTransposed,
                                             result.mass.data(),
                                             result.mass.outerStride()};
  Pass pass{*this, tree, v, a, basis, forces, work, memory, to, result};

  const auto forEachCluster = [&](const Plan::Segment& segment, bool isForward) {
    for (int step = 0; step < segment.last - segment.first; ++step) {
      const int i = isForward ? segment.first + step : segment.last - 1 - step;
      const int c = segment.kind == Kind::coupled ? plan.groups()[at(i)].cluster
                    : segment.kind == Kind::floating
                        ? tree.body(plan.floatingBodies()[at(i)].body).cluster
                        : i;
      if (isForward)
        pass.forward(tree.clusters()[at(c)], slopes[at(c)], joints);
      else
        pass.backward(tree.clusters()[at(c)], slopes[at(c)], joints);
    }
  };
  for (const Plan::Segment& segment : plan.segments())
    if (segment.kind == Kind::revolutes)
      passes.forwardDerivatives(memory, to, segment.first, segment.last, v.data(), a.data());
    else
      forEachCluster(segment, true);
  for (auto segment = plan.segments().rbegin(); segment != plan.segments().rend(); ++segment)
    if (segment->kind == Kind::revolutes)
      passes.backwardDerivatives(memory, to, segment->first, segment->last, v.data(), a.data());
    else
      forEachCluster(*segment, false);

  for (std::size_t i = 0; i < plan.drives().size(); ++i) {  // if rotors are independent
    const double ratio = plan.drives()[i].ratio;
    const Plan::Place place = plan.placeOf(tree.body(plan.revolutes()[i].body).cluster);
    if (ratio == 1 || place.kind != Kind::revolutes) continue;
    const int dof = tree.clusterOf(tree.body(plan.revolutes()[i].body)).firstDof;
    for (MatrixRef<double>* matrix : {&result.position, &result.velocity, &result.mass}) {
      matrix->col(dof) *= ratio;
      matrix->row(dof) *= ratio;
    }
  }
  if (forces.areHeld) return;
  for (const TreeBody<double>& body : tree.bodies()) {  // of revolute joints and their rotors
    if (plan.placeOf(body.cluster).kind != Kind::revolutes || body.velocities == 0) continue;
    const int dof = tree.clusterOf(body).firstDof;
    const double along = basis(body.velocity, dof);
    result.position(dof, dof) -= along * along * forces.byPosition[body.velocity];
    result.velocity(dof, dof) -= along * along * forces.byVelocity[body.velocity];
  }
}

}  // namespace linkwork
