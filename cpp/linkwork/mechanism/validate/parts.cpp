#include <Eigen/Geometry>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <concepts>
#include <numbers>

#include "linkwork/errors.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/mechanism/convex_hull.hpp"
#include "linkwork/mechanism/fields/tables.hpp"
#include "linkwork/mechanism/joint_functions.hpp"
#include "linkwork/mechanism/validate/checks.hpp"

namespace linkwork {

namespace fields {

namespace {

using namespace detail;

/// Twice the area of a polygon, by the cross products of its edges with vectors from a corner.
double doubleArea(const std::vector<Eigen::Vector2d>& outline) {
  double sum = 0;
  for (std::size_t i = 1; i + 1 < outline.size(); ++i) {
    const Eigen::Vector2d a = outline[i] - outline[0], b = outline[i + 1] - outline[0];
    sum += a.x() * b.y() - a.y() * b.x();
  }
  return std::abs(sum);
}

bool isColor(std::string_view text) {
  const auto isHex = [](unsigned char c) { return std::isxdigit(c) != 0; };
  return text.size() == 7 && text[0] == '#' && std::all_of(text.begin() + 1, text.end(), isHex);
}

/// Walks the tables. `check` applies the rule of a field to its value, `checkWhole` has the rules
/// that relate several fields of a part.
class PartChecks {
 public:
  PartChecks(const Mechanism& mechanism, const NameIndex& bodies, const NameIndex& joints,
             std::vector<std::string>& warnings)
      : mechanism_(mechanism), bodies_(bodies), joints_(joints), warnings_(warnings) {}

  template <typename Item>
  void list(std::string_view key, const std::vector<Item>& items) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if constexpr (requires { items[i].name; }) owner_ = items[i].name;
      check(Path(key, i), items[i], {});
    }
    owner_ = {};
  }

  template <typename Value>
  void check(const Path& path, const Value& value, const Rule& rule) {
    if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, int>) {
      failIf(path, faultOf(value, rule));
    } else if constexpr (std::is_same_v<Value, std::string>) {
      checkText(path, value, rule.meaning);
    } else if constexpr (std::is_same_v<Value, Eigen::Quaterniond>) {
      checkNumbers(path, std::span(value.coeffs().data(), 4), {});
      failIf(path, faultOf(value));
    } else if constexpr (requires { value.stableNorm(); }) {
      checkNumbers(path, std::span(value.data(), static_cast<std::size_t>(value.size())), rule);
      if (rule.meaning == Meaning::direction) checkDirection(path, value.stableNorm());
    } else if constexpr (std::is_same_v<Value, std::array<double, 6>>) {
      checkNumbers(path, value, rule);
    } else if constexpr (std::is_same_v<Value, Nonholonomic>) {
      std::visit([&](const auto& each) { checkPart(path, each); }, value);
    } else if constexpr (std::is_same_v<Value, Curve>) {
      checkWhole(path, value);
    } else if constexpr (requires { value.has_value(); }) {
      check(path, *value, rule);
    } else if constexpr (IsPart<Value>) {
      checkPart(path, value);
    } else if constexpr (requires { value.size(); } && !std::is_same_v<Value, ControlNet>) {
      checkCount(path, value.size(), rule);
      for (std::size_t i = 0; i < value.size(); ++i) check(path.item(i), value[i], rule);
      checkWhole(path, value);
    }
  }

 private:
  [[noreturn]] void fail(const Path& path, const std::string& problem) const {
    throw MechanismError(path, problem + (owner_.empty() ? "" : named(owner_)));
  }
  void failIf(const Path& path, const std::string& problem) const {
    if (!problem.empty()) fail(path, problem);
  }

  /// Checks members only: `jointFunctions` checks the functions of joints.
  template <typename P>
  void checkPart(const Path& path, const P& part) {
    if constexpr (std::is_same_v<P, Joint>)
      if (part.type == JointType::rod)
        fail(path.member("type"), "a rod only closes loops; use a joint of another type here");
    forEachField<Part<P>>([&]<typename Access, Presence presence>(
                              const Field<Access, presence>& field) {
      if constexpr (Member<Access>) {
        const auto& value = part.*field.access;
        const Path here = path.member(field.key);
        if (applies(field, part)) {
          if (presence != Presence::optional || value != field.usual())
            check(here, value, field.rule);
        } else if constexpr (std::derived_from<P, JointGeometry> || std::is_same_v<P, Actuator>) {
          if (value != field.usual()) fail(here, takesNo(part, field.key, field.types));
        }
      }
    });
    checkWhole(path, part);
  }

  void checkNumbers(const Path& path, std::span<const double> numbers, const Rule& rule) const {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      failIf(path.item(i), faultOf(numbers[i], rule));
  }

  void checkDirection(const Path& path, double length) const {
    if (!(length > 1e-12 && length < 1e150))
      fail(path, "has length " + detail::written(length) +
                     "; a direction needs a length from 1e-12 to 1e150");
  }

  void checkCount(const Path& path, std::size_t count, const Rule& rule) const {
    if (count >= rule.fewest && count <= rule.most) return;
    fail(path, "expected " +
                   (rule.most == Rule::many
                        ? "at least " + std::to_string(rule.fewest)
                        : std::to_string(rule.fewest) + " to " + std::to_string(rule.most)) +
                   " " + std::string(rule.items) + ", found " + std::to_string(count));
  }

  void checkText(const Path& path, const std::string& text, Meaning meaning) const {
    if (meaning == Meaning::bodyOrWorld) {
      requireBodyOrWorld(path, text, bodies_);
    } else if (meaning == Meaning::body) {
      if (text == worldName)
        fail(path, "expected the name of a body, found \"world\", which is the ground");
      bodies_.require(path, "body", text);
    } else if (meaning == Meaning::bodyName && text == worldName) {
      throw MechanismError(path, "\"world\" is the name of the ground; a body needs another");
    } else if (meaning == Meaning::joint) {
      joints_.require(path, "joint", text);
    } else if (meaning == Meaning::tendon) {
      NameIndex("tendons", mechanism_.tendons).require(path, "tendon", text);
    } else if (meaning == Meaning::color && !isColor(text)) {
      fail(path, "expected a color as \"#rrggbb\", found " + quoted(text));
    }
  }

  template <typename Value>
  void checkWhole(const Path&, const Value&) const {}

  void checkWhole(const Path& path, const Body& body) const {
    checkInertia(path.member("inertia"), body, warnings_);
  }

  void checkWhole(const Path& path, const Shape& shape) const {
    const auto atMost = [&](double most, std::string_view what) {
      if (shape.rounding > most)
        fail(path.member("rounding"), "expected at most " + std::string(what) + ", " +
                                          detail::written(most) + ", found " +
                                          detail::written(shape.rounding));
    };
    if (shape.type == ShapeType::box)
      atMost(shape.size.minCoeff() / 2, "half of the smallest edge");
    if (shape.type == ShapeType::extrusion) {
      atMost(shape.length / 2, "half of the length");
      if (!(doubleArea(shape.outline) > 0)) fail(path.member("outline"), "encloses no area");
    }
    if (shape.type == ShapeType::capsule &&
        !(std::abs(shape.radius - shape.endRadius) < shape.length))
      fail(path.member("length"),
           "one ball of the capsule is inside the other: expected a length above the difference of "
           "the radii, found " +
               detail::written(shape.length));
    try {
      if (shape.type == ShapeType::patch) requireNet(shape.points);
    } catch (const JointDescriptionError& error) {
      fail(path.member(error.member()), error.problem());
    }
  }

  void checkWhole(const Path& path, const Curve& curve) const {
    try {
      requireCurve(curve);
    } catch (const JointDescriptionError& error) {
      fail(path.member(error.member()), error.problem());
    }
  }

  void checkWhole(const Path& path, const Collider& collider) const {
    if (isFixedToWorld(collider.type) && collider.body != worldName)
      fail(path.member("body"), "a " + std::string(name(collider.type)) +
                                    " belongs to \"world\" alone, found " + quoted(collider.body));
    if (collider.type == ColliderType::heightfield) checkHeights(path, collider.heights);
    if (collider.type == ColliderType::hull && !convexHull(collider.points))
      fail(path.member("points"), "expected points that span a volume, found " +
                                      std::to_string(collider.points.size()) + " in one plane");
  }

  void checkHeights(const Path& path, const Heights& heights) const {
    constexpr std::size_t most = std::size_t{1} << 20;
    const std::size_t columns = heights[0].size();
    for (std::size_t row = 1; row < heights.size(); ++row)
      if (heights[row].size() != columns)
        fail(path.member("heights").item(row), "expected " + std::to_string(columns) +
                                                   " numbers as in the first row, found " +
                                                   std::to_string(heights[row].size()));
    if (heights.size() > most / columns)
      fail(path.member("heights"), "expected at most 2^20 numbers, found " +
                                       std::to_string(heights.size()) + " rows of " +
                                       std::to_string(columns));
  }

  void checkWhole(const Path& path, const ContactPair& pair) const {
    const std::vector<Collider>& colliders = mechanism_.contact.colliders;
    for (std::size_t i = 0; i < pair.colliders.size(); ++i) {
      const std::string& name = pair.colliders[i];
      const auto isNamed = [&](const Collider& collider) { return collider.name == name; };
      if (name.empty() || std::none_of(colliders.begin(), colliders.end(), isNamed))
        fail(path.member("colliders").item(i), "no collider has the name " + quoted(name));
    }
  }

  void checkWhole(const Path& path, const JointLimits& limits) const {
    if (limits.lower == -Rule::open && limits.upper == Rule::open)
      fail(path, "found no bound; expected \"lower\", \"upper\" or both");
    checkOrder(path, limits);
  }

  void checkWhole(const Path& path, const BreakLimits& limits) const {
    if (limits == BreakLimits{})
      fail(path, "found no bound; expected \"force\", \"moment\" or both");
  }

  void checkWhole(const Path& path, const CoordinateLimits& limits) const {
    checkOrder(path, limits);
  }

  void checkWhole(const Path& path, const BallLimits& limits) const {
    const auto [lower, upper] = std::pair(limits.twist.lower, limits.twist.upper);
    if (limits.cone == Rule::open && limits.turn == Rule::open && lower == -Rule::open &&
        upper == Rule::open)
      fail(path, "found no bound; expected \"cone\", \"twist\" or \"turn\"");
    for (const auto& [bound, key] : {std::pair(lower, "lower"), std::pair(upper, "upper")})
      if (std::isfinite(bound) && std::abs(bound) > std::numbers::pi)
        fail(path.member("twist").member(key),
             "expected an angle from −π to π, found " + detail::written(bound));
  }

  void checkOrder(const Path& path, const JointLimits& limits) const {
    if (limits.lower > limits.upper)
      fail(path, "lower " + detail::written(limits.lower) + " is above upper " +
                     detail::written(limits.upper));
  }

  void checkGeometry(const Path& path, const JointGeometry& joint) const {
    if (joint.parent == joint.child)
      fail(path.member("child"),
           "joins " + quoted(joint.child) + " to itself; parent and child must differ");
    if (joint.type == JointType::universal) {
      const double cosine = joint.axis.stableNormalized().dot(joint.axis2.stableNormalized());
      if (!(std::abs(cosine) <= unitTolerance))
        fail(path.member("axis2"), "is not perpendicular to axis: the cosine between them is " +
                                       detail::written(cosine) + ", expected 0 to 1e-6");
    }
    const bool isGeneral = joint.type == JointType::general;
    if (isGeneral == std::holds_alternative<std::monostate>(joint.function))
      fail(path.member("function"),
           isGeneral ? "a general joint needs to say which function it is"
                     : "a " + std::string(typeName(joint)) + " joint takes none");
  }

  /// The types in the tables do not specify how many coordinates a function has.
  void checkWhole(const Path& path, const Joint& joint) const {
    checkGeometry(path, joint);
    if (const std::size_t count = joint.coordinateLimits.size();
        count != 0 && static_cast<int>(count) != velocitySize(joint))
      fail(path.member("coordinateLimits"), "expected " + std::to_string(velocitySize(joint)) +
                                                " ranges, one for each coordinate, "
                                                "found " +
                                                std::to_string(count));
    if (joint.type != JointType::general) return;
    const auto takesNo = [&](std::string_view key, std::string_view needed) {
      fail(path.member(key), "this " + std::string(typeName(joint)) + " joint takes no " +
                                 std::string(key) + "; it needs " + std::string(needed));
    };
    if (joint.limits && positionSize(joint) != 1) takesNo("limits", "one coordinate");
    if (joint.rest != 0 && positionSize(joint) != velocitySize(joint))
      takesNo("rest", "coordinates without charts");
  }

  void checkWhole(const Path& path, const Loop& loop) const {
    checkGeometry(path, loop);
    if (loop.type != JointType::general) return;
    if (loop.breaks)
      throw MechanismError(path.member("breaks"),
                           "a loop that is a function does not break" + named(loop.name));
    checkedFunction(path, loop.function);
    if (joints_.find(loop.name) || bodies_.find(loop.name) || loop.name == worldName)
      throw MechanismError(path.member("name"),
                           quoted(loop.name) +
                               " is the name of a joint or a body; a loop that is a function has "
                               "coordinates in the state, by a name of its own");
  }

  void checkWhole(const Path& path, const CouplingTerm& term) const {
    const Joint& joint = mechanism_.joints[*joints_.find(term.joint)];
    if (positionSize(joint) != 1)
      throw MechanismError(path.member("joint"),
                           "couples a " + std::string(typeName(joint)) + " joint, which has " +
                               std::to_string(positionSize(joint)) +
                               " coordinates; only joints with one can be coupled (revolute, "
                               "prismatic, helical)" +
                               named(joint.name));
    if (term.coefficient == 0)
      throw MechanismError(path.member("coefficient"),
                           "is 0; leave the term out or give it weight" + named(joint.name));
  }

  void checkWhole(const Path& path, const CouplingFunction& function) const {
    const std::size_t count = function.positions.size();
    if (function.polynomial.empty() == (count == 0))
      fail(path, count == 0 ? "found neither a polynomial nor positions"
                            : "found a polynomial and positions; expected one of both");
    if (!function.polynomial.empty() && (function.repeats || !function.values.empty()))
      fail(path, "a polynomial takes neither values nor repeats");
    if (count == 0) return;
    if (count < 3 || function.values.size() != count)
      fail(path.member("values"), "expected one for each of at least three positions, found " +
                                      std::to_string(function.values.size()) + " for " +
                                      std::to_string(count));
    for (std::size_t i = 1; i < count; ++i)
      if (!(function.positions[i] > function.positions[i - 1]))
        fail(path.member("positions").item(i),
             "expected more than the one before, " + detail::written(function.positions[i - 1]) +
                 ", found " + detail::written(function.positions[i]));
    if (function.repeats && function.values.front() != function.values.back())
      fail(path.member("values"), "of a function that repeats, the last is the first: found " +
                                      detail::written(function.values.back()) + " and " +
                                      detail::written(function.values.front()));
  }

  void requireLinear(const Path& path, const std::vector<CouplingTerm>& terms) const {
    for (std::size_t k = 0; k < terms.size(); ++k)
      if (terms[k].function)
        fail(path.member("terms").item(k).member("function"),
             "only terms of couplings can have a function");
  }

  void checkWhole(const Path& path, const std::vector<CouplingTerm>& terms) const {
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const auto [place, isNew] = seen.emplace(terms[k].joint, k);
      if (!isNew)
        throw MechanismError(path.item(k).member("joint"),
                             "joint " + quoted(terms[k].joint) + " is already in " +
                                 std::string(path.item(place->second)) +
                                 "; give a joint one term with the sum of its coefficients");
    }
  }

  void checkWhole(const Path& path, const VelocityRatio& ratio) const {
    requireLinear(path, ratio.terms);
  }

  void checkWhole(const Path& path, const Range& range) const {
    if (range.lower > range.upper)
      throw MechanismError(path, "lower is " + detail::written(range.lower) + ", above upper, " +
                                     detail::written(range.upper));
  }

  void checkWhole(const Path& path, const Tendon& tendon) const {
    requireLinear(path, tendon.terms);
    if (tendon.points.empty() == tendon.terms.empty())
      fail(path, tendon.points.empty() ? "found neither points nor terms"
                                       : "found points and terms; expected one of both");
    if (!tendon.points.empty() && tendon.restLength && !(*tendon.restLength >= 0))
      fail(path.member("restLength"),
           "expected at least 0 between points, found " + detail::written(*tendon.restLength));
    if (!tendon.points.empty() && tendon.limits && tendon.limits->upper <= 0)
      fail(path.member("limits").member("upper"),
           "expected above 0 between points, found " + detail::written(tendon.limits->upper));
  }

  void checkWhole(const Path& path, const Actuator& actuator) const {
    requireLinear(path, actuator.terms);
    if (actuator.terms.empty() == actuator.tendon.empty())
      fail(path, actuator.terms.empty() ? "found neither terms nor a tendon"
                                        : "found terms and a tendon; expected one of both");
    const bool isFilter = actuator.activation == ActivationType::filter;
    if (isFilter != (actuator.timeConstant != 0))
      fail(path.member("timeConstant"), "found " + detail::written(actuator.timeConstant) +
                                            (isFilter ? "; a filter needs a time above 0 [s]"
                                                      : "; only a filter has a time constant"));
    if (actuator.activation != ActivationType::integrator && actuator.activationRange != Range{})
      fail(path.member("activationRange"), "only an integrator has an activation range");
  }

  const Mechanism& mechanism_;
  const NameIndex &bodies_, &joints_;
  std::vector<std::string>& warnings_;
  std::string_view owner_;  ///< name of the part being checked, if it has one
};

}  // namespace

}  // namespace fields

namespace detail {

void checkSkeleton(const Mechanism& mechanism, const NameIndex& bodies, const NameIndex& joints,
                   std::vector<std::string>& warnings) {
  fields::PartChecks checks(mechanism, bodies, joints, warnings);
  NameIndex("loops", mechanism.loops);
  checks.check("gravity", mechanism.gravity, {});
  checks.list("bodies", mechanism.bodies);
  checks.list("joints", mechanism.joints);
  checks.list("loops", mechanism.loops);
}

void checkAttachments(const Mechanism& mechanism, const NameIndex& bodies,
                      const NameIndex& joints) {
  std::vector<std::string> warnings;
  fields::PartChecks checks(mechanism, bodies, joints, warnings);
  NameIndex("couplings", mechanism.couplings);
  NameIndex("sites", mechanism.sites);
  NameIndex("tendons", mechanism.tendons);
  NameIndex("actuators", mechanism.actuators);
  checks.list("couplings", mechanism.couplings);
  checks.list("nonholonomic", mechanism.nonholonomic);
  checks.list("sites", mechanism.sites);
  checks.list("tendons", mechanism.tendons);
  checks.list("actuators", mechanism.actuators);
  checks.list("contact.colliders", mechanism.contact.colliders);
  checks.list("contact.pairs", mechanism.contact.pairs);
}

void checkCollider(const Path& path, const Collider& collider) {
  static const Mechanism world;
  static const NameIndex bodies("bodies", world.bodies), joints("joints", world.joints);
  std::vector<std::string> warnings;
  fields::PartChecks(world, bodies, joints, warnings).check(path, collider, {});
}

}  // namespace detail

}  // namespace linkwork
