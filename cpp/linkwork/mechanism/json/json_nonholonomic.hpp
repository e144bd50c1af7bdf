#pragma once

#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/json/json_reader.hpp"
#include "linkwork/mechanism/json/json_value.hpp"

/// Nonholonomic constraints in mechanism files, read and written. Defaults are left out.
namespace linkwork::detail {

Nonholonomic readNonholonomic(const JsonReader& object);
JsonValue nonholonomicJson(const Nonholonomic& constraint);

/// A term of a coupling or of a ratio of velocities.
CouplingTerm readTerm(const JsonReader& object);
JsonValue termJson(const CouplingTerm& term);

}  // namespace linkwork::detail
