#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/fields/field.hpp"

/// The parts of `validate`. Each throws MechanismError at the first fault of its kind. The later
/// ones rely on the earlier ones.
namespace linkwork::detail {

/// Largest error of the length of a unit quaternion, and of the cosine of the angle between
/// perpendicular axes. Files have six digits or more.
inline constexpr double unitTolerance = 1e-6;

/// The path of a value in a mechanism, `joints[3].axis`. It becomes text only if an error needs it.
/// Views the text and the paths that it consists of.
class Path {
 public:
  Path(const char* text) : text_(text) {}
  Path(const std::string& text) : text_(text) {}
  /// `text[index]`
  Path(std::string_view text, std::size_t index) : text_(text), index_(index) {}

  Path member(std::string_view key) const { return {this, key, none}; }
  Path item(std::size_t index) const { return {this, {}, index}; }

  operator std::string() const {
    std::string result = start_ ? std::string(*start_) : std::string();
    if (start_ && !text_.empty()) result += ".";
    result += text_;
    if (index_ != none) result += "[" + std::to_string(index_) + "]";
    return result;
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  Path(const Path* start, std::string_view text, std::size_t index)
      : start_(start), text_(text), index_(index) {}

  const Path* start_ = nullptr;
  std::string_view text_;
  std::size_t index_ = none;
};

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

  /// The index of a name; throws `path: no body is named …` if `kind` is "body".
  std::size_t require(const Path& path, std::string_view kind, std::string_view name) const;

 private:
  void add(std::string_view name);

  std::string list_;
  std::vector<std::string_view> names_;
  std::unordered_map<std::string_view, std::size_t> indices_;
};

/// Throws `path: no body is named …` unless it is a body's name or the world's.
void requireBodyOrWorld(const Path& path, std::string_view name, const NameIndex& bodies);

/// What is wrong with a number, or an empty text.
std::string faultOf(double number, const fields::Rule& rule);
std::string faultOf(const Eigen::Quaterniond& rotation);

void requireWithin(const Path& path, double number, const fields::Rule& rule);
void requireFinite(const Path& path, double number);
void requireFinite(const Path& path, std::span<const double> numbers);
void requireNotNegative(const Path& path, double number);
void requireAboveZero(const Path& path, double number);

/// Requires a finite frame with a unit quaternion.
void checkFrame(const Path& path, const Frame& frame);

/// ` ("name")`, the end of an error about the part with this name.
std::string named(std::string_view name);

/// Checks every field of bodies, joints and loops: names, numbers, and rules of single parts. Adds
/// warnings about inertias that no rigid body has.
void checkSkeleton(const Mechanism& mechanism, const NameIndex& bodies, const NameIndex& joints,
                   std::vector<std::string>& warnings);

/// Checks the same of all other parts.
void checkAttachments(const Mechanism& mechanism, const NameIndex& bodies, const NameIndex& joints);

/// Checks one collider of the world.
void checkCollider(const Path& path, const Collider& collider);

/// Requires joints that form one tree rooted in the world. Returns the indices of the joints, each
/// one after the joint that moves its parent.
std::vector<std::size_t> checkTree(const Mechanism& mechanism, const NameIndex& bodies);

/// Requires a positive semidefinite inertia. Adds a warning if no rigid body has it.
void checkInertia(const Path& path, const Body& body, std::vector<std::string>& warnings);

/// A message for each joint that moves a leaf without inertia against its motion. Bodies in loops
/// and joints in couplings are left out: other bodies can resist their motion.
std::vector<std::string> masslessLeaves(const Mechanism& mechanism, const NameIndex& bodies,
                                        std::span<const std::size_t> treeOrder);

struct Validation {
  std::vector<std::string> warnings;
  std::vector<std::string> masslessLeaves;  ///< errors of dynamics, warnings of all else
};

/// What `validate` (json.hpp) finds. Throws MechanismError at the first fault.
Validation validation(const Mechanism& mechanism);

}  // namespace linkwork::detail
