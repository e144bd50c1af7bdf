#pragma once

#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/json/json_reader.hpp"
#include "linkwork/mechanism/json/json_value.hpp"

/// Frames and shapes in mechanism files, read and written. Defaults are left out.
namespace linkwork::detail {

/// The frame under a key of an object; the identity where the key is absent.
Frame readFrame(const JsonReader& object, std::string_view key);
void addFrame(JsonValue& object, std::string key, const Frame& frame);

Shape readShape(const JsonReader& object);
JsonValue shapeJson(const Shape& shape);

JsonValue numbersJson(std::span<const double> numbers);

}  // namespace linkwork::detail
