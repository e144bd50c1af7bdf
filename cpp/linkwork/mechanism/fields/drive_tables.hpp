#pragma once

#include "linkwork/mechanism/fields/field.hpp"
#include "linkwork/mechanism/fields/names.hpp"

/// The tables of actuators and tendons.
namespace linkwork::fields {

template <>
struct Part<Range> {
  static constexpr std::string_view name = "Range";
  static constexpr std::string_view description =
      "A range of numbers, open where a bound is missing.";
  static constexpr auto fields = std::tuple{optional("lower", &Range::lower, {}, "Lower bound."),
                                            optional("upper", &Range::upper, {}, "Upper bound.")};
};

template <>
struct Part<JointLimits> {
  static constexpr std::string_view name = "JointLimits";
  static constexpr std::string_view description =
      "The range of a joint with one coordinate or of a tendon, open where a bound is missing.";
  static constexpr std::array<std::string_view, 2> atLeastOne{"lower", "upper"};
  static constexpr auto fields =
      std::tuple{optional("lower", &JointLimits::lower, unit("rad or m"), "Lower bound."),
                 optional("upper", &JointLimits::upper, unit("rad or m"), "Upper bound."),
                 optional("restitution", &JointLimits::restitution, between(0, 1),
                          "Part of the speed that a stop returns.")};
};

template <>
struct Part<TendonPoint> {
  static constexpr std::string_view name = "TendonPoint";
  static constexpr std::string_view description = "A point of a body or of the world.";
  static constexpr auto fields =
      std::tuple{required("body", &TendonPoint::body, is(Meaning::bodyOrWorld),
                          "Name of a body, or \"world\"."),
                 optional("point", &TendonPoint::point, lengths, "Point in the body frame.")};
};

template <>
struct Part<Tendon> {
  static constexpr std::string_view name = "Tendon";
  static constexpr std::string_view description =
      "A massless line with a spring, a damper and stops: straight from point to point, or a sum "
      "of joint "
      "coordinates. Two points make a spring between bodies.";
  static constexpr auto fields = std::tuple{
      required("name", &Tendon::name, is(Meaning::name), "Unique among tendons."),
      optional("points", &Tendon::points, count("points", 2, mostTendonPoints),
               "Points in their order; or `terms`."),
      optional("terms", &Tendon::terms, count("terms", 1), "Length as a sum; or `points`."),
      optional("stiffness", &Tendon::stiffness, atLeast(0).in("N/m or N·m/rad"),
               "Stiffness of the spring."),
      optional("damping", &Tendon::damping, atLeast(0).in("N·s/m or N·m·s/rad"),
               "Viscous damping of the length."),
      optional("restLength", &Tendon::restLength, unit("m or rad"),
               "Length at which the spring is slack. By default it is that of the initial state."),
      optional("onlyPulls", &Tendon::onlyPulls, {},
               "Whether spring and damper never lengthen it, as in a cable."),
      optional("limits", &Tendon::limits, {}, "Stops of the length.")};
};

template <>
struct Part<Actuator> {
  using Type = ActuatorType;
  static constexpr std::string_view name = "Actuator";
  static constexpr std::string_view description =
      "A motor on joints with one coordinate, or on a tendon. Its length is Σ coefficient · q, and "
      "the force on each of its joints is coefficient · force; or it is that of the tendon.";
  static constexpr auto fields = std::tuple{
      required("name", &Actuator::name, is(Meaning::name), "Unique among actuators."),
      required("type", &Actuator::type, {}),
      optional("terms", &Actuator::terms, count("terms", 1), "One joint, or several; or `tendon`."),
      optional("tendon", &Actuator::tendon, is(Meaning::tendon), "Name of a tendon; or `terms`."),
      optional("gain", &Actuator::gain, {}, "Force of an activation of 1.")
          .of(ActuatorType::torque, ActuatorType::general),
      optional("offset", &Actuator::offset, unit("N·m or N"), "Constant force.")
          .of(ActuatorType::general),
      optional("stiffness", &Actuator::stiffness, atLeast(0).in("N·m/rad or N/m"),
               "Gain of the position error.")
          .of(ActuatorType::position, ActuatorType::general),
      optional("damping", &Actuator::damping, atLeast(0).in("N·m·s/rad or N·s/m"),
               "Gain of the velocity error.")
          .of(ActuatorType::position, ActuatorType::velocity, ActuatorType::general),
      optional("controlRange", &Actuator::controlRange, {}, "Range to which controls are limited."),
      optional("forceRange", &Actuator::forceRange, {}, "Range to which the force is limited."),
      optional("maxPower", &Actuator::maxPower, above(0).in("W"),
               "Largest product of force and rate."),
      optional("activation", &Actuator::activation, {}, "How the activation follows the control."),
      optional("timeConstant", &Actuator::timeConstant, atLeast(0).in("s"),
               "Time constant of a filter, above 0."),
      optional("activationRange", &Actuator::activationRange, {},
               "Range of the activation of an integrator.")};
};

}  // namespace linkwork::fields
