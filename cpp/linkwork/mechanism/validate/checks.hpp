#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/validate/path.hpp"

/// The parts of `validate`. Each throws MechanismError at the first fault of its kind; the later
/// ones rely on the earlier ones having passed.
namespace linkwork::detail {

/// How far from one the length of a unit quaternion may be, and from zero the cosine of the angle
/// between axes that are perpendicular: files carry six digits or more.
inline constexpr double unitTolerance = 1e-6;

/// The names of one list, for look-up; views the names.
class NameIndex {
 public:
  /// `list` is the list's key ("bodies"). Requires names that are not empty and differ.
  template <typename Named>
  NameIndex(std::string_view list, const std::vector<Named>& items) : list_(list) {
    names_.reserve(items.size());
    indices_.reserve(items.size());
    for (const Named& item : items) add(item.name);
  }

  std::size_t size() const { return names_.size(); }
  std::span<const std::string_view> names() const { return names_; }
  const std::size_t* find(std::string_view name) const;

  /// The index of a name; throws `path: no body is named …` where `kind` is "body".
  std::size_t require(const Path& path, std::string_view kind, std::string_view name) const;

 private:
  void add(std::string_view name);

  std::string list_;
  std::vector<std::string_view> names_;
  std::unordered_map<std::string_view, std::size_t> indices_;
};

/// Throws `path: no body is named …` unless it is a body's name or the world's.
void requireBodyOrWorld(const Path& path, std::string_view name, const NameIndex& bodies);

void requireFinite(const Path& path, double number);
void requireFinite(const Path& path, std::span<const double> numbers);
void requireNotNegative(const Path& path, double number);
void requireAboveZero(const Path& path, double number);

/// ` ("name")`, to end an error with the name of what it is about.
std::string named(std::string_view name);

/// Masses and inertias; the warnings name inertias that no rigid body has.
void checkBodies(const std::vector<Body>& bodies, std::vector<std::string>& warnings);

/// Sizes, frames and colours of every body's shapes.
void checkShapes(const std::vector<Body>& bodies);

/// That a frame is finite and its rotation a unit quaternion.
void checkFrame(const Path& path, const Frame& frame);

/// Ends, axes, frames and forces of every joint and loop.
void checkJoints(const Mechanism& mechanism, const NameIndex& bodies, const NameIndex& joints);

/// That the joints make one tree rooted in the world: returns the joints' indices, the joint that
/// carries a joint's parent always before it.
std::vector<std::size_t> checkTree(const Mechanism& mechanism, const NameIndex& bodies);

void checkCouplings(const Mechanism& mechanism, const NameIndex& joints);

/// At least two terms, each of another joint with one coordinate. `ending` ends an error about
/// their number.
void checkTerms(const Path& path, const std::vector<CouplingTerm>& terms, const std::string& ending,
                const Mechanism& mechanism, const NameIndex& joints);

/// Bodies, joints, directions and sizes of nonholonomic constraints.
void checkNonholonomic(const Mechanism& mechanism, const NameIndex& bodies,
                       const NameIndex& joints);

/// Names, bodies and frames of sites.
void checkSites(const std::vector<Site>& sites, const NameIndex& bodies);

/// Bodies, sizes, frames, friction and restitution of colliders; planes on the world alone.
void checkContact(const ContactModel& contact, const NameIndex& bodies);

/// A message for each joint that moves a leaf without any inertia against its motion. Bodies in
/// loops and joints in couplings are left out: other bodies can resist their motion.
std::vector<std::string> masslessLeaves(const Mechanism& mechanism, const NameIndex& bodies,
                                        std::span<const std::size_t> treeOrder);

struct Validation {
  std::vector<std::string> warnings;
  std::vector<std::string> masslessLeaves;  ///< errors of dynamics, warnings of all else
};

/// What `validate` (json.hpp) finds. Throws MechanismError at the first fault.
Validation validation(const Mechanism& mechanism);

}  // namespace linkwork::detail
