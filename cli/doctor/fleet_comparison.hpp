#pragma once

#include <string>
#include <vector>

#include "cli/doctor/host_report.hpp"

namespace warpmark {

/// What hosts are compared by, such as the driver.
struct compared_column {
  const char* key;      ///< In JSON.
  const char* heading;  ///< In the table.
};

/// The columns, in their order.
const std::vector<compared_column>& compared_columns();

/// One value of one host.
struct compared_value {
  std::string text;      ///< Empty: not known.
  bool differs = false;  ///< From most of the hosts of its group.
  std::string usual;     ///< What most hosts of its group have.
};

struct compared_host {
  host_report report;
  std::vector<compared_value> values;  ///< By column; none if the host did not answer.

  bool is_different() const;
};

struct compared_fleet {
  std::vector<compared_host> hosts;

  /// Whether all hosts answered, miss nothing, and have the same in every column.
  bool is_alike() const;
};

/// Compares each host with what most hosts of its group have, of equally many with the first's.
compared_fleet compare_hosts(std::vector<host_report> reports);

}  // namespace warpmark
