#pragma once

#include "linkwork/mechanism/fields/field.hpp"
#include "linkwork/mechanism/fields/names.hpp"

/// The tables of colliders and of which of them touch.
namespace linkwork::fields {

template <>
struct Part<Collider> {
  using Type = ColliderType;
  static constexpr std::string_view name = "Collider";
  static constexpr std::string_view description =
      "A solid of a body or of the world, centered on the origin of its frame. Other colliders "
      "cannot enter it.";
  static constexpr Types lengthy = types(ColliderType::capsule, ColliderType::cylinder);
  static constexpr auto fields = std::tuple{
      required("body", &Collider::body, is(Meaning::bodyOrWorld), "Name of a body, or \"world\"."),
      required("type", &Collider::type, {}),
      required("size", &Collider::size, sizes, "Edges along x, y and z.").of(ColliderType::box),
      required("radius", &Collider::radius, sizes, "Radius.").of(lengthy, ColliderType::sphere),
      required("length", &Collider::length, sizes, "Length along z.").of(lengthy),
      required("points", &Collider::points, count("points", 4, 256).in("m"),
               "Points that span a volume. Those inside the hull have no effect.")
          .of(ColliderType::hull),
      required("extents", &Collider::extents, sizes, "Edges along x and y.")
          .of(ColliderType::heightfield),
      required("heights", &Collider::heights, count("rows and columns", 2).in("m"),
               "Rows of heights z in equal steps over the rectangle, which is centered on the "
               "origin: numbers of a row along x, rows along y. At most 2^20 numbers.")
          .of(ColliderType::heightfield),
      optional("frame", &Collider::frame, {}, "Pose in the body frame."),
      optional("friction", &Collider::friction, atLeast(0),
               "Coulomb coefficient. A pair has the geometric mean."),
      optional(
          "torsionalFriction", &Collider::torsionalFriction, atLeast(0).in("m"),
          "Largest moment about the normal over the normal force, against spinning. A pair has "
          "the geometric mean."),
      optional("rollingFriction", &Collider::rollingFriction, atLeast(0).in("m"),
               "Largest moment in the tangent plane over the normal force, against rolling. A pair "
               "has the geometric mean."),
      optional("restitution", &Collider::restitution, between(0, 1),
               "Part of the speed that an impact returns. A pair has the larger one."),
      optional("surfaceVelocity", &Collider::surfaceVelocity, unit("m/s"),
               "Velocity of the surface relative to the body, along the collider's axes, as of a "
               "conveyor belt. Only its tangential part acts, by friction."),
      optional("name", &Collider::name, {}, "Label. Several colliders may have the same."),
      optional("group", &Collider::group, between(0, Collider::everyGroup),
               "Bits of the groups that it is in."),
      optional("mask", &Collider::mask, between(0, Collider::everyGroup),
               "Bits of the groups that it touches. Both of a pair must touch the other's group."),
      optional("sensor", &Collider::isSensor, {},
               "Whether it only reports what overlaps it, without a force.")};
};

template <>
struct Part<ContactPair> {
  static constexpr std::string_view name = "ContactPair";
  static constexpr std::string_view description =
      "A rule for the colliders of two names. Pairs that never touch for another reason still do "
      "not.";
  static constexpr auto fields = std::tuple{
      required("colliders", &ContactPair::colliders, count("names", 2, 2), "Two names."),
      optional("touches", &ContactPair::touches, {}, "Whether they touch."),
      optional("friction", &ContactPair::friction, atLeast(0), "Coulomb coefficient of the pair."),
      optional("torsionalFriction", &ContactPair::torsionalFriction, atLeast(0).in("m"),
               "Torsional friction of the pair."),
      optional("rollingFriction", &ContactPair::rollingFriction, atLeast(0).in("m"),
               "Rolling friction of the pair."),
      optional("restitution", &ContactPair::restitution, between(0, 1),
               "Part of the speed that an impact of the pair returns.")};
};

template <>
struct Part<ContactModel> {
  static constexpr std::string_view name = "Contact";
  static constexpr std::string_view description =
      "Colliders. Those of the world touch every body. Those of one rigid part never touch each "
      "other, nor do those of two bodies that a joint or a loop connects.";
  static constexpr auto fields =
      std::tuple{required("colliders", &ContactModel::colliders, {}),
                 optional("selfCollision", &ContactModel::selfCollision, {},
                          "Whether bodies touch each other. If false, they touch only the world."),
                 optional("pairs", &ContactModel::pairs, {},
                          "Rules for single pairs. A later one replaces an earlier one.")};
};

}  // namespace linkwork::fields
