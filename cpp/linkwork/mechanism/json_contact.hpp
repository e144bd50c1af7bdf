#pragma once

#include "linkwork/mechanism/contact.hpp"
#include "linkwork/mechanism/json_reader.hpp"
#include "linkwork/mechanism/json_value.hpp"

/// Colliders in mechanism files, read and written. Defaults are left out.
namespace linkwork::detail {

Contact readContact(const JsonReader& object);
JsonValue contactJson(const Contact& contact);

}  // namespace linkwork::detail
