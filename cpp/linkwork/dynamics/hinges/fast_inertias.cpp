#include "linkwork/dynamics/hinges/fast_inertias.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/hinges/group_motions.hpp"
#include "linkwork/dynamics/hinges/meeting.hpp"
#include "linkwork/joints/free.hpp"
#include "linkwork/model/index.hpp"

namespace linkwork {

using detail::at;

namespace {

using Stretch = FastTree::Stretch;
using Way = Stretch::Way;

[[noreturn]] void throwMassless(const ClusterTree<double>& tree, int body) {
  throw SimulationError("joint \"" + tree.jointName(body) +
                        "\" moves no mass: the mass matrix is singular");
}

/// Nothing moves and nothing pushes: what is left of the recursion are the inertias.
void rest(const FastTree& fast, FastMemory& memory) {
  std::fill(memory.scratch.begin(), memory.scratch.end(), fast::HingeScratch{});
  std::fill(memory.motions.begin(), memory.motions.end(), fast::Motion{});
  std::fill(memory.coupled.begin(), memory.coupled.end(), fast::CoupledScratch{});
  for (const int body : fast.branchingBodies()) memory.articulated[at(body)] = {};
}

Transform<double> placementOf(const fast::Hinge& hinge, double c, double s) {
  // Rz(γ) Rx(α) Rz(q + q₀), and p + d along the axis.
  Eigen::Matrix3d lean;
  lean << hinge.cosTurn, -hinge.sinTurn * hinge.cosSlope, hinge.sinTurn * hinge.sinSlope,
      hinge.sinTurn, hinge.cosTurn * hinge.cosSlope, -hinge.cosTurn * hinge.sinSlope,  //
      0, hinge.sinSlope, hinge.cosSlope;
  Transform<double> result;
  result.rotation.col(0) = c * lean.col(0) + s * lean.col(1);
  result.rotation.col(1) = c * lean.col(1) - s * lean.col(0);
  result.rotation.col(2) = lean.col(2);
  result.translation = fast::vector(hinge.offset) + hinge.slide * lean.col(2);
  return result;
}

/// Where the results of one call are written for the general algorithms to read.
class Export {
 public:
  Export(const ClusterTree<double>& tree, Workspace<double>& work)
      : tree_(tree), fast_(*tree.fast()), work_(work), memory_(work.fast.view(fast_)) {}

  void place(int hinge) {
    const fast::Hinge& numbers = fast_.hinges()[at(hinge)];
    work_.of(numbers.body).toParent =
        placementOf(numbers, memory_.cosines[hinge], memory_.sines[hinge]);
  }
  void placeAll(const ConstVectorRef<double>& q) {
    for (int i = 0; i < static_cast<int>(fast_.hinges().size()); ++i) place(i);
    for (const fast::FloatingBody& body : fast_.floatingBodies())
      work_.of(body.body).toParent = tree_.body(body.body).placement *
                                     FreeJoint<double>::transform(q.segment<7>(body.position));
  }
  void hinge(const Cluster<double>& cluster, int place);
  void group(const Cluster<double>& cluster, const FastTree::Group& group);
  void floating(const Cluster<double>& cluster, const fast::FloatingBody& body);

 private:
  const ClusterTree<double>& tree_;
  const FastTree& fast_;
  Workspace<double>& work_;
  fast::Memory memory_;
};

/// S = z, D and W = U/D: on the body itself, or of a geared hinge where its carrier is.
void Export::hinge(const Cluster<double>& cluster, int index) {
  place(index);
  const fast::Hinge& numbers = fast_.hinges()[at(index)];
  const fast::HingeScratch& here = memory_.scratch[index];
  Vector6<double> gain = Eigen::Map<const Vector6<double>>(here.gain);
  if (!numbers.isGeared) gain[2] = 1;
  work_.factors[cluster.factor] = here.pivot;
  const Vector6<double> subspace = Vector6<double>::Unit(2);
  if (!cluster.constraint) {
    work_.jointSubspaces.col(numbers.velocity) = subspace;
    work_.gains.col(cluster.firstDof) = gain;
    return;
  }
  const Transform<double>& placement = work_.of(numbers.body).toParent;
  work_.of(tree_, cluster).poses[at(numbers.body - cluster.firstBody)] = placement;
  work_.motionSubspaces.col(tree_.firstColumn(numbers.body)) = subspace;
  work_.gains.col(cluster.firstDof) = placement.wrenchToParent(gain);
}

/// S_i = Xᵀ S_p + z G_i body by body; L and W from the roots that the pass has left.
void Export::group(const Cluster<double>& cluster, const FastTree::Group& group) {
  const fast::Coupled& numbers = group.numbers;
  const fast::CoupledScratch& here = memory_.coupled[numbers.place];
  const int m = numbers.dofs;
  auto& poses = work_.of(tree_, cluster).poses;
  for (int i = numbers.first; i < numbers.last; ++i) {
    place(i);
    const fast::Hinge& hinge = fast_.hinges()[at(i)];
    const Transform<double>& placement = work_.of(hinge.body).toParent;
    const auto local = at(hinge.body - cluster.firstBody);
    const bool isInner = hinge.inner >= 0;
    poses[local] = isInner ? poses[at(hinge.parent - cluster.firstBody)] * placement : placement;
    const double* row = memory_.bases + numbers.basis + (i - numbers.first) * m;
    for (int j = 0; j < m; ++j) {
      Vector6<double> column = Vector6<double>::Zero();
      if (isInner)
        column =
            placement.twistToChild(work_.motionSubspaces.col(tree_.firstColumn(hinge.parent) + j));
      column[2] += row[j];
      work_.motionSubspaces.col(tree_.firstColumn(hinge.body) + j) = column;
    }
  }
  auto factor = factorOf(cluster, work_);
  for (int k = 0; k < m; ++k) {
    const double root = here.factor[k][k];
    work_.gains.col(cluster.firstDof + k) = fast::stacked(here.gain[k].n, here.gain[k].f) / root;
    factor(k, k) = root * root;
    for (int j = k + 1; j < m; ++j) factor(j, k) = here.factor[j][k] / root;
  }
}

/// S = 1, L D Lᵀ = Iᴬ.
void Export::floating(const Cluster<double>& cluster, const fast::FloatingBody& body) {
  ArticulatedInertia<double>& inertia = work_.of(body.body).inertia;
  inertia = fast::inertiaOf(memory_.articulated[body.body]);
  inertia += ArticulatedInertia<double>(fast_.inertia(body.body));
  work_.jointSubspaces.middleCols<6>(tree_.body(body.body).velocity).setIdentity();
  if (!articulateInertia(tree_, cluster, work_)) throwMassless(tree_, body.body);
}

}  // namespace

bool fastInertias(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                  const OperationalSpace<double>& space, Workspace<double>& work) {
  const FastTree* fast = tree.fast();
  if (!fast || fast->hasGeneral()) return false;
  bool needsPoses = false;
  for (const EndEffector<double>& endEffector : space.endEffectors) {
    if (fast->isDeadWeight(endEffector.body)) return false;
    needsPoses |= endEffector.axes == DirectionAxes::world;
  }
  const fast::Passes& passes = fast::passes();
  const fast::Memory memory = work.fast.view(*fast);
  passes.turnHinges(memory, static_cast<int>(fast->hinges().size()), q.data());
  rest(*fast, work.fast);
  work.spanningAccelerations.setZero();
  for (const FastTree::Group& group : fast->groups())
    if (!group.isConstant) updateMotions(tree, group, q, work.spanningAccelerations, work);

  for (auto stretch = fast->stretches().rbegin(); stretch != fast->stretches().rend(); ++stretch) {
    if (stretch->way == Way::hinges) {
      const int massless = passes.inward(memory, stretch->first, stretch->last);
      if (massless >= 0) throwMassless(tree, fast->hinges()[at(massless)].body);
    } else if (stretch->way == Way::coupled) {
      for (int i = stretch->last - 1; i >= stretch->first; --i)
        if (const fast::Coupled& group = fast->groups()[at(i)].numbers;
            !passes.inwardCoupled(memory, group))
          throwMassless(tree, fast->hinges()[at(group.first)].body);
    }
  }

  Export results(tree, work);
  if (needsPoses) results.placeAll(q);
  for (const int c : space.paths.clusters) {
    const Cluster<double>& cluster = tree.clusters()[at(c)];
    const FastTree::Place place = fast->placeOf(c);
    if (place.way == Way::hinges)
      results.hinge(cluster, place.index);
    else if (place.way == Way::coupled)
      results.group(cluster, fast->groups()[at(place.index)]);
    else
      results.floating(cluster, fast->floatingBodies()[at(place.index)]);
  }
  return true;
}

}  // namespace linkwork
