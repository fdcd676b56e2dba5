#pragma once

#include <string>

#include "bench/journal/lines.hpp"

namespace warpmark {

/// Prints one JSON object on stdout, member by member and element by element, in the format of
/// nlohmann's dump(2). Its memory use does not depend on the size of the output.
class json_stream {
 public:
  json_stream();

  /// Ends the object and the line.
  ~json_stream();
  json_stream(const json_stream&) = delete;
  json_stream& operator=(const json_stream&) = delete;

  void member(const std::string& name, const journal::json& value);

  /// Until end_array() only element() may be called.
  void begin_array(const std::string& name);
  void element(const journal::json& value);
  void end_array();

 private:
  void begin_member(const std::string& name);

  bool has_members_ = false;
  bool has_elements_ = false;
};

}  // namespace warpmark
