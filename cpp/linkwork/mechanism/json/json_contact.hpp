#pragma once

#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/json/json_reader.hpp"
#include "linkwork/mechanism/json/json_value.hpp"

/// Colliders in mechanism files, read and written. Defaults are left out.
namespace linkwork::detail {

ContactModel readContact(const JsonReader& object);
JsonValue contactJson(const ContactModel& contact);

}  // namespace linkwork::detail
