#pragma once

#include "linkwork/collision/solid.hpp"

namespace linkwork::collision {

/// The points of two cores that are closest to each other.
struct ClosestPoints {
  Eigen::Vector3d onFirst, onSecond;
  double distance = 0;  ///< or 0: they overlap. Above `reach`: a lower bound alone, without points
};

/// By the algorithm of Gilbert, Johnson and Keerthi: of the differences of points of the two cores,
/// a convex set, at most four at a time, whose hull comes ever nearer to the origin. Ends where
/// rounding lets it come no nearer, for polyhedra after about as many steps as features are passed,
/// for what is curved with a linear rate.
///
/// in    shift   by which the second is moved
///       reach   larger distances are only known to be larger
/// Source: Gilbert, Johnson & Keerthi, "A fast procedure for computing the distance between complex
/// objects in three-dimensional space", IEEE J. Robotics Autom. 4, 1988.
ClosestPoints closestPoints(const Solid& first, const Solid& second, const Eigen::Vector3d& shift,
                            double reach);

}  // namespace linkwork::collision
