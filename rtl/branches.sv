// The ports by which the packet at the front of an input leaves a router of a mesh. A packet to one
// endpoint leaves by the port of its route. A packet to a rectangle of tiles leaves by all ports of
// its routes to these tiles. A packet never turns back, and never turns from the second dimension
// into the first.
module branches #(
    parameter int FROM = 0  // port of the input
) (
    input  logic [          16:0] target,
    input  logic [           7:0] place,   // the router's column and row
    input  logic [ noc::PORT-1:0] port,    // port of the route, if the target is one endpoint
    output logic [noc::PORTS-1:0] ports    // 0 to the tile, then east, west, south, north
);
  // The dimension along which a port leads: 1 rows, 2 columns, 0 neither.
  localparam int AXIS = FROM > 4 ? 0 : (FROM + 1) / 2;
  logic [3:0] column, row, left, right, top, bottom;
  logic [4:0] beyond;  // for each port: the rectangle has tiles in this direction
  logic to_many, in_columns, in_rows, in_line;
  assign {row, column} = place;
  assign {to_many, bottom, top, right, left} = target;
  assign beyond = {row > top, row < bottom, column > left, column < right, 1'b1};
  assign in_columns = column >= left && column <= right;
  assign in_rows = row >= top && row <= bottom;
  assign in_line = noc::MULTICAST == 1 ? in_columns : in_rows;

  generate
    for (genvar p = 0; p < noc::PORTS; p++) begin : gen_port
      localparam int TO = p > 4 ? 0 : (p + 1) / 2;
      if (TO != 0 && (p == FROM || (TO == noc::MULTICAST && AXIS == 3 - TO))) begin : gen_never
        assign ports[p] = 1'b0;
      end else if (TO == noc::MULTICAST) begin : gen_first
        assign ports[p] = to_many ? beyond[p] : port == noc::PORT'(p);
      end else if (TO != 0) begin : gen_second
        assign ports[p] = to_many ? in_line && beyond[p] : port == noc::PORT'(p);
      end else begin : gen_endpoint
        assign ports[p] = to_many ? p == 0 && in_columns && in_rows : port == noc::PORT'(p);
      end
    end
  endgenerate

  logic unused;  // unused at inputs whose packets never turn
  assign unused = &{1'b0, beyond, in_line};
endmodule
