// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @dev A contract wallet (ERC-1271) that accepts its owner's signatures.
contract Wallet1271 {
    address public immutable OWNER;

    constructor(address owner) {
        OWNER = owner;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        return ECDSA.recover(digest, signature) == OWNER ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    receive() external payable {}
}

/// @dev A contract wallet that answers every signature in the same way: with the given bytes, or by reverting.
contract AnsweringWallet {
    bytes private answer;
    bool private isReverting;

    constructor(bytes memory answer_, bool isReverting_) {
        answer = answer_;
        isReverting = isReverting_;
    }

    fallback(bytes calldata) external returns (bytes memory) {
        if (isReverting) revert("not today");
        return answer;
    }
}

/// @dev A delegate for EIP-7702 without `isValidSignature`.
contract PlainDelegate {
    function nothing() external pure {}
}

/// @dev A payee that needs far more than 8,000 gas to take a payment.
contract HungryPayee {
    uint256[10] public slots;

    receive() external payable {
        for (uint256 i = 0; i < 10; ++i) {
            slots[i] = msg.value;
        }
    }
}

/// @dev Refuses the native token.
contract RefusingPayee {
    receive() external payable {
        revert("no, thank you");
    }
}

/// @dev Takes the payment and returns a megabyte.
contract BombPayee {
    receive() external payable {
        assembly {
            return(0, 1000000)
        }
    }
}

/// @dev Burns all the gas that it gets.
contract BurningPayee {
    receive() external payable {
        assembly {
            invalid()
        }
    }
}

/// @dev Makes a prepared call the next time that it is paid, or that a token calls it before it pays, and records how
///      the call ended.
contract ReenteringPayee {
    address public target;
    bytes public data;
    bool public isCalled;
    bool public isSuccess;
    bytes public answer;

    function prepare(address target_, bytes calldata data_) external {
        target = target_;
        data = data_;
        isCalled = false;
        isSuccess = false;
    }

    function run(address to, bytes calldata call) external {
        (bool done, bytes memory reason) = to.call(call);
        if (!done) {
            assembly {
                revert(add(reason, 0x20), mload(reason))
            }
        }
    }

    function onTokenMoved() external {
        _reenter();
    }

    receive() external payable {
        _reenter();
    }

    function _reenter() private {
        if (isCalled || target == address(0)) return;
        isCalled = true;
        (isSuccess, answer) = target.call(data);
    }
}
