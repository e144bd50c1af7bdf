#pragma once

#include <Eigen/Core>
#include <span>
#include <string>

#include "linkwork/mechanism/mechanism.hpp"

/// Bodies of uniform density in simple shapes, placed in the body's frame.
namespace linkwork {

/// A round bar between the centres of its two ends. With length L and radius r, about its centre:
/// ½ m r² along its axis and m (3r² + L²)/12 across it.
Body cylinder(std::string name, double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
              double radius);

/// A round bar with balls of its radius r around its two ends, L apart. Of masses m of the bar and
/// b of the balls together, about its centre: ½ m r² + ⅖ b r² along its axis and m (3r² + L²)/12 +
/// b (⅖ r² + ⅜ L r + ¼ L²) across it.
Body capsule(std::string name, double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
             double radius);

/// A box with its edges along the axes. About its centre: m (y² + z²)/12 about x, and so on.
Body box(std::string name, double mass, const Eigen::Vector3d& center, const Eigen::Vector3d& size);

/// A ring about the origin, round z, with radii R of its centre line and r of its tube:
/// m (R² + ¾ r²) about z and m (½ R² + ⅝ r²) across.
Body torus(std::string name, double mass, double majorRadius, double minorRadius);

/// An ellipsoid about the origin with semi-axes along x, y, z: m (b² + c²)/5 about x, and so on.
Body ellipsoid(std::string name, double mass, const Eigen::Vector3d& semiAxes);

/// Several bodies, all in one frame, made into one: masses add, inertias by Steiner's theorem.
Body united(std::string name, std::span<const Body> parts);

}  // namespace linkwork
