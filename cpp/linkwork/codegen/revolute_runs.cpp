#include "linkwork/codegen/revolute_runs.hpp"

#include <algorithm>
#include <numeric>

#include "linkwork/dynamics/kernels/revolute_numbers.hpp"
#include "linkwork/errors.hpp"

namespace linkwork::codegen {

namespace {

/// Visits all numbers in one order: `set(to, from)` for each.
template <typename Set>
void eachNumber(RevoluteNumbers& to, const RevoluteNumbers& from, Set set) {
  kernels::setNumbers(to.revolute, from.revolute, set);
  kernels::setNumbers(to.revolute.second, from.revolute.second, set);
  set(to.start, from.start);
  kernels::setNumbers(to.rotors, from.rotors, set);
  to.joints.resize(from.joints.size());
  for (std::size_t i = 0; i < from.joints.size(); ++i) {
    set(to.joints[i].ratio, from.joints[i].ratio);
    set(to.joints[i].damping, from.joints[i].damping);
    set(to.joints[i].stiffness, from.joints[i].stiffness);
    set(to.joints[i].rest, from.joints[i].rest);
    set(to.joints[i].friction, from.joints[i].friction);
  }
}

DrivingJoint drivingJoint(double ratio, const TreeBody<double>& body) {
  return {ratio, body.damping, body.stiffness, body.stiffness == 0 ? 0 : body.rest, body.friction};
}

/// The numbers as constants.
RevoluteNumbers constants(const kernels::PlannedRevolute& revolute) {
  RevoluteNumbers result;
  const auto set = [](Expression& to, double from) { to = from; };
  kernels::setNumbers(result.revolute, static_cast<const kernels::Revolute<double>&>(revolute),
                      set);
  kernels::setNumbers(result.revolute.second, revolute.second, set);
  result.start = revolute.start.angle;
  kernels::setNumbers(result.rotors, revolute.rotors, set);
  return result;
}

}  // namespace

RevoluteNumbers revoluteNumbers(const RevoluteKind& kind,
                                const std::function<Expression(int)>& value) {
  const std::vector<Expression> all = kind.numbers.values([&](int k, int) { return value(k); });
  RevoluteNumbers from, result;
  from.joints.resize(at(kind.joints));
  auto next = all.begin();
  eachNumber(result, from, [&](Expression& to, const Expression&) { to = *next++; });
  result.revolute.placement = kind.placement;
  result.revolute.isGeared = kind.isGeared;
  return result;
}

RevoluteRuns::RevoluteRuns(const ClusterTree<double>& tree) : tree_(tree) {
  for (const Plan::Segment& segment : plan().segments())
    if (segment.kind != Plan::Segment::Kind::revolutes &&
        segment.kind != Plan::Segment::Kind::floating)
      throw MechanismError(
          "loops of code run along revolute joints and bodies that float, and there is more");
  readRevolutes();
  findItems();
  allot();
}

void RevoluteRuns::readRevolutes() {
  std::vector<int> bodyOf(at(tree_.velocitySize()), ground);
  std::vector<bool> supports(tree_.bodies().size());
  for (std::size_t i = 0; i < tree_.bodies().size(); ++i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    if (body.velocities > 0) bodyOf[at(body.velocity)] = static_cast<int>(i);
    if (body.parent != ground) supports[at(body.parent)] = true;
  }
  std::vector<std::vector<const Plan::Gear*>> gears(plan().revolutes().size());
  for (const Plan::Gear& gear : plan().gears()) gears[at(gear.revolute)].push_back(&gear);

  std::map<RevoluteKind, int> known;
  for (std::size_t i = 0; i < plan().revolutes().size(); ++i) {
    const kernels::PlannedRevolute revolute = withoutRounding(plan().revolutes()[i]);
    const TreeBody<double>& body = tree_.body(revolute.body);
    RevoluteNumbers numbers = constants(revolute);
    std::vector<Joint> joints{{revolute.start.position, revolute.velocity}};
    numbers.joints.push_back(drivingJoint(1, body));
    for (const Plan::Gear* gear : gears[i]) {
      const TreeBody<double>& rotor = tree_.body(bodyOf[at(gear->velocity)]);
      numbers.joints.push_back(drivingJoint(gear->ratio, rotor));
      joints.push_back({rotor.position, rotor.velocity});
    }
    std::vector<double> all;
    RevoluteNumbers read;
    eachNumber(read, numbers,
               [&](Expression&, const Expression& from) { all.push_back(from.value()); });
    RevoluteKind kind{revolute.placement, revolute.isGeared,
                      !supports[at(revolute.body)] && kernels::isAxisymmetric(body.inertia),
                      static_cast<int>(joints.size()), Pattern::of(all)};
    hasGears_ = hasGears_ || revolute.isGeared;
    std::vector<double> distinct;
    for (const int entry : kind.numbers.distinct) distinct.push_back(all[at(entry)]);
    const auto [place, isNew] = known.try_emplace(kind, static_cast<int>(kinds_.size()));
    if (isNew) kinds_.push_back(std::move(kind));
    kindOf_.push_back(place->second);
    numbers_.push_back(std::move(distinct));
    joints_.push_back(std::move(joints));
  }
}

void RevoluteRuns::findItems() {
  for (const Plan::Segment& segment : plan().segments())
    for (int i = segment.first; i < segment.last; ++i) {
      if (segment.kind == Plan::Segment::Kind::floating) {
        items_.push_back({{}, i});
        continue;
      }
      const kernels::PlannedRevolute& revolute = plan().revolutes()[at(i)];
      if (i > segment.first && revolute.followsParent)
        ++items_.back().run.count;
      else
        items_.push_back({{{i}, {revolute.parent}, 1}, -1});
    }
  pairBranches();
}

void RevoluteRuns::pairBranches() {
  std::vector<int> twin(plan().bodyCount());  // of a body on the second lane: that on the first
  std::iota(twin.begin(), twin.end(), 0);
  const auto placeOf = [&](const Run& run) {
    return run.parent[0] == ground ? ground : twin[at(run.parent[0])];
  };
  std::vector<Item> paired;
  std::multimap<int, std::size_t> single;  // by parent: indices among the paired
  for (Item& item : items_) {
    if (item.floating < 0) {
      const auto [begin, end] = single.equal_range(placeOf(item.run));
      const auto like = std::find_if(begin, end, [&](const auto& each) {
        return areLanes(paired[each.second].run, item.run);
      });
      if (like != end) {
        Run& first = paired[like->second].run;
        first.first.push_back(item.run.first[0]);
        first.parent.push_back(item.run.parent[0]);
        for (int k = 0; k < first.count; ++k)
          twin[at(plan().revolutes()[at(item.run.first[0] + k)].body)] =
              plan().revolutes()[at(first.first[0] + k)].body;
        single.erase(like);
        continue;
      }
      single.emplace(placeOf(item.run), paired.size());
    }
    paired.push_back(std::move(item));
  }
  items_ = std::move(paired);
}

bool RevoluteRuns::areLanes(const Run& one, const Run& other) const {
  if (one.count != other.count) return false;
  for (int k = 0; k < one.count; ++k) {
    const int a = one.first[0] + k, b = other.first[0] + k;
    if (kindOf(a) != kindOf(b)) return false;
    if (plan().revolutes()[at(a)].supportsOthers != plan().revolutes()[at(b)].supportsOthers)
      return false;
    for (std::size_t j = 0; j < jointsOf(a).size(); ++j) {
      const auto from = [&](int revolute, int start) {
        const Joint &joint = jointsOf(revolute)[j], &origin = jointsOf(start)[0];
        return std::pair(joint.position - origin.position, joint.velocity - origin.velocity);
      };
      if (from(a, one.first[0]) != from(b, other.first[0])) return false;
    }
  }
  return true;
}

void RevoluteRuns::allot() {
  slots_.resize(plan().revolutes().size());
  for (const Item& item : items_) {
    if (item.floating >= 0) continue;
    const int lanes = item.run.lanes();
    slotCount_ += slotCount_ % lanes;
    for (int k = 0; k < item.run.count; ++k)
      for (int lane = 0; lane < lanes; ++lane)
        slots_[at(item.run.first[at(lane)] + k)] = slotCount_++;
  }
  boxes_.assign(plan().bodyCount(), -1);
  for (const kernels::PlannedRevolute& revolute : plan().revolutes())
    if (revolute.supportsOthers) boxes_[at(revolute.body)] = boxCount_++;
  for (const kernels::FloatingBody<double>& body : plan().floatingBodies())
    boxes_[at(body.body)] = boxCount_++;
}

}  // namespace linkwork::codegen
