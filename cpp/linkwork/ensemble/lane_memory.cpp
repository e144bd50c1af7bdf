#include "linkwork/ensemble/lane_memory.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

template <typename Items, typename Same>
bool alike(const Items& one, const Items& other, Same same) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), same);
}

auto placeOf(const kernels::PlannedRevolute& revolute) {
  return std::tuple(revolute.velocity, revolute.body, revolute.parent, revolute.inner,
                    revolute.placement, revolute.isGeared, revolute.followsParent,
                    revolute.supportsNext, revolute.supportsOthers, revolute.start.position);
}

auto placeOf(const Plan::Segment& segment) {
  return std::tuple(segment.kind, segment.first, segment.last, segment.interfaceBodies);
}

auto placeOf(const Plan::Gear& gear) {
  return std::tuple(gear.revolute, gear.velocity, gear.ratio);
}

auto placeOf(const kernels::Drive& drive) { return std::tuple(drive.velocity, drive.ratio); }

auto placeOf(const kernels::FloatingBody<double>& body) {
  return std::tuple(body.position, body.velocity, body.body);
}

auto placeOf(const kernels::RidingRotor<double>& rotor) {
  return std::tuple(rotor.member, rotor.axial, rotor.couple.x, rotor.couple.y, rotor.couple.z);
}

bool sameGroup(const Plan::Group& one, const Plan::Group& other) {
  const auto& a = one.numbers;
  const auto& b = other.numbers;
  return std::tie(a.first, a.last, a.dofs, a.parent, a.place, a.member, a.memberCount, a.basis,
                  a.columns, a.hasRotors) == std::tie(b.first, b.last, b.dofs, b.parent, b.place,
                                                      b.member, b.memberCount, b.basis, b.columns,
                                                      b.hasRotors) &&
         std::equal(a.independent, a.independent + a.dofs, b.independent) &&
         one.members == other.members && one.isConstant == other.isConstant &&
         one.basis == other.basis &&
         alike(one.rotors, other.rotors,
               [](const auto& x, const auto& y) { return placeOf(x) == placeOf(y); });
}

bool sameTransform(const Transform<double>& one, const Transform<double>& other) {
  return one.rotation == other.rotation && one.translation == other.translation;
}

/// Whether constraints have the same numbers and solution: lanes use those of one tree.
bool sameConstraint(const ClusterConstraint<double>& one, const ClusterConstraint<double>& other) {
  const auto sameLoop = [](const LoopClosure<double>& a, const LoopClosure<double>& b) {
    return a.joint == b.joint && a.measure == b.measure && a.parent == b.parent &&
           a.child == b.child && sameTransform(a.parentFrame, b.parentFrame) &&
           sameTransform(a.childFrame, b.childFrame);
  };
  const auto sameTerm = [](const auto& a, const auto& b) {
    return a.local == b.local && a.coefficient == b.coefficient;
  };
  const auto sameCoupling = [&](const CouplingRow<double>& a, const CouplingRow<double>& b) {
    return a.offset == b.offset && alike(a.terms, b.terms, sameTerm);
  };
  const bool isExplicit = one.explicitForm.has_value();
  return alike(one.loops, other.loops, sameLoop) &&
         alike(one.couplings, other.couplings, sameCoupling) && one.length == other.length &&
         one.preference == other.preference && isExplicit == other.explicitForm.has_value() &&
         (!isExplicit || one.explicitForm->order == other.explicitForm->order);
}

bool sameConstraints(const ClusterTree<double>& one, const ClusterTree<double>& other) {
  return alike(one.clusters(), other.clusters(), [](const auto& a, const auto& b) {
    return a.constraint.has_value() == b.constraint.has_value() &&
           (!a.constraint || sameConstraint(*a.constraint, *b.constraint));
  });
}

/// Whether the bodies of every group in loops have the same placements.
bool samePlaces(const ClusterTree<double>& one, const ClusterTree<double>& other) {
  for (const Plan::Group& group : one.plan()->groups()) {
    if (group.isConstant) continue;
    for (int i = group.numbers.first; i < group.numbers.last; ++i)
      if (one.plan()->revolutes()[at(i)].start.angle !=
          other.plan()->revolutes()[at(i)].start.angle)
        return false;
    const int count = one.clusters()[at(group.cluster)].bodyCount;
    for (int i = group.firstBody; i < group.firstBody + count; ++i)
      if (!sameTransform(one.body(i).placement, other.body(i).placement)) return false;
  }
  return true;
}

}  // namespace

bool movesBySteps(const Mechanism& mechanism, const ClusterTree<double>& tree) {
  return tree.nonholonomic().empty() && mechanism.actuators.empty() && mechanism.tendons.empty() &&
         contact::UnilateralConstraints::areNone(mechanism) &&
         std::all_of(tree.passiveJoints().begin(), tree.passiveJoints().end(),
                     [](const PassiveJoint<double>& joint) { return joint.count > 0; });
}

bool fitsLanes(const Mechanism& mechanism, const ClusterTree<double>& tree) {
  return tree.plan() && !tree.plan()->hasGeneral() && movesBySteps(mechanism, tree);
}

bool sameStructure(const ClusterTree<double>& one, const ClusterTree<double>& other) {
  const Plan &a = *one.plan(), &b = *other.plan();
  const auto same = [](const auto& x, const auto& y) { return placeOf(x) == placeOf(y); };
  return alike(a.segments(), b.segments(), same) && alike(a.revolutes(), b.revolutes(), same) &&
         alike(a.gears(), b.gears(), same) && alike(a.drives(), b.drives(), same) &&
         alike(a.floatingBodies(), b.floatingBodies(), same) &&
         alike(a.groups(), b.groups(), sameGroup) && a.lumpedRotors() == b.lumpedRotors() &&
         a.branchingBodies() == b.branchingBodies() && sameConstraints(one, other) &&
         samePlaces(one, other);
}

template <typename S>
LaneMemory<S>::LaneMemory(const ClusterTree<double>& tree)
    : storage_(static_cast<std::size_t>(2 * tree.positionSize() + 10 * tree.velocitySize())),
      free_(storage_.data()),
      q(next(tree.positionSize())),
      v(next(tree.velocitySize())),
      torque(next(tree.velocitySize())),
      velocityBefore(next(tree.velocitySize())),
      position(next(tree.positionSize())),
      velocity(next(tree.velocitySize())),
      delta(next(tree.velocitySize())),
      rate(next(tree.velocitySize())),
      acceleration(next(tree.velocitySize())),
      deltaSum(next(tree.velocitySize())),
      velocitySum(next(tree.velocitySize())),
      jointForces(next(tree.velocitySize())),
      work(0),
      kernels(*tree.plan()),
      loops(tree),
      bodies(static_cast<int>(tree.bodies().size())),
      tree_(tree),
      runs_(tree.vectorRuns()) {
  // One spring and damper per coordinate, in the order of the tree.
  for (const PassiveJoint<double>& joint : tree.passiveJoints())
    for (int k = 0; k < joint.count; ++k)
      passive.push_back({joint.position + k, joint.velocity + k, S(joint.damping),
                         S(joint.stiffness), S(joint.rest)});
  setBodies(tree, [](S& to, double from) { to = S(from); });
  for (const TurningRoot<double>& root : tree.turningRoots())
    roots.emplace_back().become(root, [](S& to, double from) { to = S(from); });
  findTies();
}

template <typename S>
LaneVector<S> LaneMemory<S>::next(int size) {
  return LaneVector<S>(std::exchange(free_, free_ + size), size);
}

/// From the explicit form of each cluster of couplings, or from its constant G and a state with
/// closed couplings.
template <typename S>
void LaneMemory<S>::findTies() {
  Workspace<double> workspace(tree_);
  VectorX<double> at = tree_.initialPosition(), still = tree_.initialVelocity();
  closeLoops<double>(tree_, workspace, at, still);
  updateKinematics<double>(tree_, at, still, workspace);
  std::vector<int> positionOf(static_cast<std::size_t>(tree_.velocitySize()));
  for (const VectorRun& run : runs_)
    for (int k = 0; k < run.count; ++k)
      positionOf[static_cast<std::size_t>(run.velocity + k)] = run.position + k;
  for (const Cluster<double>& cluster : tree_.clusters()) {
    if (!cluster.constraint || !cluster.constraint->isConstant()) continue;
    if (cluster.constraint->explicitForm) {
      addTies(cluster, *cluster.constraint->explicitForm);
      continue;
    }
    const MatrixX<double>& basis = workspace.of(tree_, cluster).basis;
    std::vector<int> independent;
    for (int j = 0; j < cluster.dofs; ++j)
      independent.push_back(independentVelocity(tree_, cluster, j, workspace));
    for (int i = 0; i < cluster.spanning(); ++i) {
      const int own = cluster.velocities[static_cast<std::size_t>(i)];
      if (std::find(independent.begin(), independent.end(), own) != independent.end()) continue;
      LaneTie tie{{positionOf[static_cast<std::size_t>(own)], own, 1}, 0, {}};
      tie.offset = at[tie.own.position];
      for (int j = 0; j < cluster.dofs; ++j) {
        const int velocityEntry = independent[static_cast<std::size_t>(j)];
        const int entry = positionOf[static_cast<std::size_t>(velocityEntry)];
        tie.terms.push_back({entry, velocityEntry, -basis(i, j)});
        tie.offset -= basis(i, j) * at[entry];
      }
      ties.push_back(std::move(tie));
    }
  }
}

template <typename S>
void LaneMemory<S>::addTies(const Cluster<double>& cluster, const ExplicitForm<double>& form) {
  for (const ExplicitStep<double>& step : form.steps) {
    const CouplingRow<double>& coupling =
        cluster.constraint->couplings[static_cast<std::size_t>(step.coupling)];
    LaneTie& tie = ties.emplace_back();
    tie.offset = coupling.offset;
    for (const auto& each : coupling.terms) {
      const LaneTie::Term term{each.position,
                               cluster.velocities[static_cast<std::size_t>(each.local)],
                               each.coefficient};
      if (each.local == step.dependent)
        tie.own = term;
      else
        tie.terms.push_back(term);
    }
  }
}

template <typename S>
LaneNumbers<S> LaneMemory<S>::numbers() const {
  return {kernels.revolutes,
          kernels.starts,
          kernels.gearedRotors,
          kernels.floatingBodies,
          kernels.coupledGroups,
          passive,
          roots,
          bodies};
}

template <typename S>
void LaneMemory<S>::exchange(LaneNumbers<S>& numbers) {
  std::swap(kernels.revolutes, numbers.revolutes);
  std::swap(kernels.starts, numbers.starts);
  std::swap(kernels.gearedRotors, numbers.gearedRotors);
  std::swap(kernels.floatingBodies, numbers.floatingBodies);
  std::swap(kernels.coupledGroups, numbers.coupledGroups);
  std::swap(passive, numbers.passive);
  std::swap(roots, numbers.roots);
  std::swap(bodies, numbers.bodies);
}

template <typename S>
void LaneMemory<S>::setLane(LaneNumbers<S>& numbers, int lane, const ClusterTree<double>& tree) {
  const auto set = [lane](S& to, const double& from) { to.set(lane, from); };
  const Plan& plan = *tree.plan();
  exchange(numbers);
  for (std::size_t i = 0; i < kernels.revolutes.size(); ++i)
    kernels.setRevolute(i, plan.revolutes()[i], set);
  for (std::size_t i = 0; i < kernels.floatingBodies.size(); ++i)
    setNumbers(kernels.floatingBodies[i], plan.floatingBodies()[i], set);
  for (std::size_t i = 0; i < kernels.coupledGroups.size(); ++i)
    setNumbers(kernels.coupledGroups[i], plan.groups()[i].numbers, set);
  for (std::size_t i = 0; i < roots.size(); ++i) roots[i].become(tree.turningRoots()[i], set);
  setPassive(lane, tree);
  setBodies(tree, set);
  exchange(numbers);
}

template <typename S>
template <typename Set>
void LaneMemory<S>::setBodies(const ClusterTree<double>& tree, Set set) {
  for (int i = 0; i < bodies.count; ++i) bodies.setInertia(i, tree.body(i).inertia, set);
  for (int k = 0; k < 3; ++k) set(bodies.gravity[k], tree.gravity()[k]);
}

/// Some trees may have springs and dampers that others lack; all are in the order of the tree.
template <typename S>
void LaneMemory<S>::setPassive(int lane, const ClusterTree<double>& tree) {
  for (LanePassive<S>& joint : passive)
    for (S* const number : {&joint.damping, &joint.stiffness, &joint.rest}) number->set(lane, 0);
  auto from = passive.begin();
  for (const PassiveJoint<double>& joint : tree.passiveJoints())
    for (int k = 0; k < joint.count; ++k) {
      const int entry = joint.velocity + k;
      auto at = std::find_if(from, passive.end(),
                             [&](const LanePassive<S>& each) { return each.velocity == entry; });
      if (at == passive.end())
        at = passive.insert(from, {joint.position + k, entry, S(0), S(0), S(0)});
      at->damping.set(lane, joint.damping);
      at->stiffness.set(lane, joint.stiffness);
      at->rest.set(lane, joint.rest);
      from = at + 1;
    }
}

template class LaneMemory<Lanes<2>>;
#if defined(LINKWORK_X86_64)
template class LaneMemory<Lanes<4>>;
template class LaneMemory<Lanes<8>>;
#endif
template class LaneMemory<Lanes<floatLaneWidth>>;
template class LaneMemory<FloatLanes>;

}  // namespace linkwork
