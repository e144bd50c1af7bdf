#pragma once

#include <emscripten/val.h>

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "boundary.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/json.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/json/value.hpp"

/// Functions of all handles: reading of texts, output of arrays.
namespace linkwork::binding {

/// A mechanism of the catalogue, of which `text` has the options, or of a file.
inline Mechanism openedMechanism(const emscripten::val& catalogue, const std::string& text) {
  return catalogue.isNull() ? mechanismFromJson(text)
                            : catalogueMechanism(catalogue.as<std::string>(), text);
}

/// Not a number: not given.
inline std::optional<double> givenNumber(double number) {
  return std::isnan(number) ? std::nullopt : std::optional(number);
}

inline std::optional<NamedState> openedState(const std::string& text, const Mechanism& mechanism) {
  if (text.empty()) return std::nullopt;
  return stateFromJson(text, mechanism);
}

/// Names and sizes of what a mechanism has, JSON of `Outline`.
inline std::string outlineJson(const Mechanism& mechanism) {
  using detail::JsonValue;
  using Kind = JsonValue::Kind;
  JsonValue bodies{Kind::array}, joints{Kind::array}, loops{Kind::array}, sites{Kind::array};
  for (const Body& body : mechanism.bodies) bodies.items.emplace_back(body.name);
  for (const Loop& loop : mechanism.loops) loops.items.emplace_back(loop.name);
  for (const Site& site : mechanism.sites) sites.items.emplace_back(site.name);
  JsonValue positions{Kind::array}, velocities{Kind::array}, outline{Kind::object};
  for (const Joint& joint : mechanism.joints) {
    joints.items.emplace_back(joint.name);
    positions.items.emplace_back(static_cast<double>(positionSize(joint)));
    velocities.items.emplace_back(static_cast<double>(velocitySize(joint)));
  }
  outline.add("bodies", std::move(bodies));
  outline.add("joints", std::move(joints));
  outline.add("loops", std::move(loops));
  outline.add("sites", std::move(sites));
  outline.add("positions", std::move(positions));
  outline.add("velocities", std::move(velocities));
  return writeJson(outline, -1);
}

/// Places of the coordinates in v, then matrices row by row.
inline std::vector<double> flat(const std::vector<int>& coordinates,
                                std::initializer_list<const Eigen::MatrixXd*> matrices) {
  std::vector<double> result(coordinates.begin(), coordinates.end());
  for (const Eigen::MatrixXd* matrix : matrices)
    for (Eigen::Index row = 0; row < matrix->rows(); ++row)
      for (Eigen::Index column = 0; column < matrix->cols(); ++column)
        result.push_back((*matrix)(row, column));
  return result;
}

inline double addressOf(std::span<const double> numbers) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(numbers.data()));
}

/// The same of an answer, which must be finite.
inline double answer(std::span<const double> numbers) {
  double sum = 0;
  for (const double number : numbers) sum += 0 * number;  // 0 · ∞ is not a number
  if (sum != 0) throw SimulationError(notFinite);
  return addressOf(numbers);
}

/// A copy of what a simulation goes on with: who writes in it changes nothing.
inline double shown(std::span<const double> numbers, std::vector<double>& copy,
                    emscripten::val& error) {
  return guardedNumber(error, [&] {
    copy.assign(numbers.begin(), numbers.end());
    return addressOf(copy);
  });
}

}  // namespace linkwork::binding
